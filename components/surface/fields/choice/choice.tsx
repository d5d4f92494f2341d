import { chosenIds, controlId, controlName, describedBy, type FieldProps } from "@/components/surface/fields/control";
import { FieldFrame, hasHelp, proposedHint } from "@/components/surface/fields/field-frame";
import { RadioGroup } from "@/components/surface/fields/radio-group";
import { optionsOf } from "@sess.si/protocol";

const MOST_RADIOS = 7;

/** One of several: rows for a few, the device's own list for many. */
export function ChoiceField(props: FieldProps) {
  const options = optionsOf(props.field);
  if (options.length <= MOST_RADIOS) return <RadioGroup props={props} options={options} />;
  const hints = proposedHint(props, "choice");
  return (
    <FieldFrame props={props} hints={hints} group={false}>
      <select
        id={controlId(props.field.name)}
        name={controlName(props.field.name)}
        className="control"
        defaultValue={chosenIds(props).at(-1) ?? ""}
        {...describedBy(props, hasHelp(props, hints))}
      >
        <option value="">{props.field.required ? props.words.form.chooseOne : props.words.form.noAnswer}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
