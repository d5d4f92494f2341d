import { controlId, controlName, describedBy, shownText, type FieldProps } from "@/components/surface/fields/control";
import { FieldFrame, hasHelp, proposedHint } from "@/components/surface/fields/field-frame";
import { fill } from "@/components/words/fill";
import { decimalText } from "@sess.si/protocol";

/**
 * A number, typed as text: `type=number` turns "1,5" into 15 and scrolls values away. A keypad only where it has
 * every key that is needed: those of phones have no minus.
 */
export function NumberField(props: FieldProps) {
  const { field } = props;
  const { schema } = field;
  if (schema.type !== "number" && schema.type !== "integer") return null;
  const hints = [...boundsHint(props), ...proposedHint(props, "text")];
  const keypad = schema.type === "integer" ? "numeric" : "decimal";
  return (
    <FieldFrame props={props} hints={hints} group={false}>
      <input
        id={controlId(field.name)}
        name={controlName(field.name)}
        type="text"
        inputMode={(schema.minimum ?? -1) >= 0 ? keypad : undefined}
        className="control control-short"
        defaultValue={shownText(props)}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="next"
        {...describedBy(props, hasHelp(props, hints))}
      />
    </FieldFrame>
  );
}

function boundsHint({ field, words }: FieldProps): string[] {
  const { schema } = field;
  if (schema.type !== "number" && schema.type !== "integer") return [];
  const { minimum, maximum } = schema;
  if (minimum !== undefined && maximum !== undefined) {
    return [fill(words.form.numberBetween, { min: decimalText(minimum), max: decimalText(maximum) })];
  }
  if (minimum !== undefined) return [fill(words.form.numberAtLeast, { min: decimalText(minimum) })];
  return maximum === undefined ? [] : [fill(words.form.numberAtMost, { max: decimalText(maximum) })];
}
