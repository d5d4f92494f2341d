import { chosenIds, controlId, controlName, type FieldProps } from "@/components/surface/fields/control";
import { FieldFrame, proposedHint } from "@/components/surface/fields/field-frame";
import { OptionRow } from "@/components/surface/fields/option-row";
import { fill } from "@/components/words/fill";
import { optionsOf } from "@sess.si/protocol";

/** Any number of several, within the bounds that the line under the label says. */
export function MultiChoiceField(props: FieldProps) {
  const { field } = props;
  const chosen = new Set(chosenIds(props));
  return (
    <FieldFrame props={props} hints={[...boundsHint(props), ...proposedHint(props, "choice")]} group>
      <div className="options">
        {optionsOf(field).map((option, index) => (
          <OptionRow
            key={option.id}
            type="checkbox"
            id={controlId(field.name, index || undefined)}
            name={controlName(field.name)}
            value={option.id}
            label={option.label}
            chosen={chosen.has(option.id)}
            wrong={props.problem !== null}
          />
        ))}
      </div>
    </FieldFrame>
  );
}

function boundsHint({ field, words }: FieldProps): string[] {
  const { schema } = field;
  if (schema.type !== "array") return [];
  const { minItems = 0, maxItems = schema.items.enum.length } = schema;
  const most = Math.min(maxItems, schema.items.enum.length);
  if (minItems > 0 && minItems === most) return [fill(words.form.chooseExactly, { n: minItems })];
  if (minItems > 0 && schema.maxItems !== undefined) {
    return [fill(words.form.chooseBetween, { min: minItems, max: most })];
  }
  if (minItems > 1) return [fill(words.form.chooseAtLeast, { n: minItems })];
  return schema.maxItems === undefined ? [] : [fill(words.form.chooseAtMost, { n: most })];
}
