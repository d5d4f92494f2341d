import { autocompleteOf } from "@/components/surface/fields/autocomplete";
import { controlId, controlName, describedBy, shownText, type FieldProps } from "@/components/surface/fields/control";
import { FieldFrame, hasHelp, proposedHint } from "@/components/surface/fields/field-frame";

interface AddressKind {
  inputMode: "email" | "url";
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
        // As text: a browser rewrites what it takes for an address, also one that nobody has touched.
        type="text"
        inputMode={kind.inputMode}
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
