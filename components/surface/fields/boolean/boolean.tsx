import { chosenIds, controlId, controlName, type FieldProps } from "@/components/surface/fields/control";
import { FieldFrame, proposedHint } from "@/components/surface/fields/field-frame";
import { OptionRow } from "@/components/surface/fields/option-row";
import { RadioGroup } from "@/components/surface/fields/radio-group";

/** Yes or no as two rows, since "no" is an answer too; consent, where only yes is one, as one box. */
export function BooleanField(props: FieldProps) {
  const { field, words } = props;
  if (field.schema.type === "boolean" && field.schema.const === true) return <ConsentField {...props} />;
  const options = [
    { id: "true", label: field.option_labels?.["true"] ?? words.form.yes },
    { id: "false", label: field.option_labels?.["false"] ?? words.form.no },
  ];
  return <RadioGroup props={props} options={options} />;
}

function ConsentField(props: FieldProps) {
  const { field, words } = props;
  return (
    <FieldFrame props={props} hints={proposedHint(props, "choice")} group>
      <OptionRow
        type="checkbox"
        id={controlId(field.name)}
        name={controlName(field.name)}
        value="true"
        label={field.option_labels?.["true"] ?? words.form.yes}
        chosen={chosenIds(props).includes("true")}
        wrong={props.problem !== null}
      />
    </FieldFrame>
  );
}
