import { autocompleteOf } from "@/components/surface/fields/autocomplete";
import { controlId, controlName, describedBy, shownText, type FieldProps } from "@/components/surface/fields/control";
import { FieldFrame, hasHelp, proposedHint } from "@/components/surface/fields/field-frame";
import { Counter } from "@/components/surface/fields/counter";
import { MultilineField } from "@/components/surface/fields/multiline/multiline";
import { countedBy } from "@/components/surface/fields/text-limits";

/** One line of text; several where the agent drafted several, since a line would lose their breaks. */
export function TextField(props: FieldProps) {
  const { field } = props;
  if (/[\r\n]/.test(String(field.value ?? ""))) return <MultilineField {...props} />;
  const hints = proposedHint(props, "text");
  const isCode = field.schema.type === "string" && field.schema.pattern !== undefined;
  return (
    <FieldFrame props={props} hints={hints} group={false}>
      <input
        id={controlId(field.name)}
        name={controlName(field.name)}
        type="text"
        className="control"
        dir="auto"
        defaultValue={shownText(props)}
        autoComplete={autocompleteOf(field.name) ?? "off"}
        spellCheck={isCode ? false : undefined}
        autoCapitalize={isCode ? "off" : undefined}
        autoCorrect={isCode ? "off" : undefined}
        enterKeyHint="next"
        {...countedBy(props)}
        {...describedBy(props, hasHelp(props, hints))}
      />
      <Counter {...props} />
    </FieldFrame>
  );
}
