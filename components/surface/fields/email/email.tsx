import { autocompleteOf } from "@/components/surface/fields/autocomplete";
import { controlId, controlName, describedBy, shownText, type FieldProps } from "@/components/surface/fields/control";
import { FieldFrame, hasHelp, proposedHint } from "@/components/surface/fields/field-frame";

/** An email address. */
export function EmailField(props: FieldProps) {
  const { field } = props;
  const hints = proposedHint(props, "text");
  return (
    <FieldFrame props={props} hints={hints} group={false}>
      <input
        id={controlId(field.name)}
        name={controlName(field.name)}
        type="email"
        className="control"
        dir="ltr"
        defaultValue={shownText(props)}
        autoComplete={autocompleteOf(field.name) ?? "email"}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        enterKeyHint="next"
        {...describedBy(props, hasHelp(props, hints))}
      />
    </FieldFrame>
  );
}
