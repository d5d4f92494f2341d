import { autocompleteOf } from "@/components/surface/fields/autocomplete";
import { controlId, controlName, describedBy, shownText, type FieldProps } from "@/components/surface/fields/control";
import { FieldFrame, hasHelp, proposedHint } from "@/components/surface/fields/field-frame";

interface AddressKind {
  type: "email" | "url";
  autoComplete: "email" | "off";
}

/** An address that machines read: left to right in any language, and no keyboard may mend it. */
export function AddressControl({ kind, props }: { kind: AddressKind; props: FieldProps }) {
  const { field } = props;
  const hints = proposedHint(props, "text");
  return (
    <FieldFrame props={props} hints={hints} group={false}>
      <input
        id={controlId(field.name)}
        name={controlName(field.name)}
        type={kind.type}
        className="control"
        dir="ltr"
        defaultValue={shownText(props)}
        autoComplete={autocompleteOf(field.name) ?? kind.autoComplete}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        enterKeyHint="next"
        {...describedBy(props, hasHelp(props, hints))}
      />
    </FieldFrame>
  );
}
