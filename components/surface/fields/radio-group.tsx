import { chosenIds, controlId, controlName, type FieldProps } from "@/components/surface/fields/control";
import { FieldFrame, proposedHint } from "@/components/surface/fields/field-frame";
import { OptionRow } from "@/components/surface/fields/option-row";

interface RadioGroupProps {
  props: FieldProps;
  options: readonly { id: string; label: string }[];
}

/** A few answers of which one is chosen; none is chosen ahead unless the agent proposed it. */
export function RadioGroup({ props, options }: RadioGroupProps) {
  const { field, words } = props;
  const [chosen] = chosenIds(props).slice(-1);
  return (
    <FieldFrame props={props} hints={proposedHint(props, "choice")} group="radiogroup">
      <div className="options">
        {options.map((option, index) => (
          <OptionRow
            key={option.id}
            type="radio"
            id={controlId(field.name, index || undefined)}
            name={controlName(field.name)}
            value={option.id}
            label={option.label}
            chosen={option.id === chosen}
          />
        ))}
        {field.required ? null : (
          <OptionRow
            type="radio"
            id={controlId(field.name, "none")}
            name={controlName(field.name)}
            value=""
            label={words.form.noAnswer}
            chosen={props.posted !== null && chosen === ""}
            ours
          />
        )}
      </div>
    </FieldFrame>
  );
}
