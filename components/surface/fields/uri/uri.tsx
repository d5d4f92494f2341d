import { autocompleteOf } from "@/components/surface/fields/autocomplete";
import { controlId, controlName, describedBy, shownText, type FieldProps } from "@/components/surface/fields/control";
import { FieldFrame, hasHelp, proposedHint } from "@/components/surface/fields/field-frame";

/** A whole web address. */
export function UriField(props: FieldProps) {
  const { field } = props;
  const hints = proposedHint(props, "text");
  return (
    <FieldFrame props={props} hints={hints} group={false}>
      <input
        id={controlId(field.name)}
        name={controlName(field.name)}
        type="url"
        className="control"
        dir="ltr"
        defaultValue={shownText(props)}
        autoComplete={autocompleteOf(field.name) ?? "off"}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        enterKeyHint="next"
        {...describedBy(props, hasHelp(props, hints))}
      />
    </FieldFrame>
  );
}
