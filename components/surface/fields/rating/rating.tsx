import { chosenIds, controlId, controlName, type FieldProps } from "@/components/surface/fields/control";
import { FieldFrame, proposedHint } from "@/components/surface/fields/field-frame";
import { fill } from "@/components/words/fill";

/** A step on a scale: one row of figures that wraps on a narrow screen. */
export function RatingField(props: FieldProps) {
  const { field, words } = props;
  const steps = stepsOf(props);
  const [chosen] = chosenIds(props).slice(-1);
  const none = controlId(field.name, "none");
  const ends = { low: steps[0] ?? "", high: steps.at(-1) ?? "" };
  const hints = [fill(words.form.ratingEnds, ends), ...proposedHint(props, "choice")];
  return (
    <FieldFrame props={props} hints={hints} group="radiogroup">
      <div className="steps">
        {steps.map((step, index) => (
          <Step
            key={step}
            id={controlId(field.name, index || undefined)}
            name={controlName(field.name)}
            step={step}
            label={field.option_labels?.[step]}
            chosen={step === chosen}
          />
        ))}
        {field.required ? null : (
          <label htmlFor={none} className="step step-none">
            <input type="radio" id={none} name={controlName(field.name)} value="" />
            <span>{words.form.noAnswer}</span>
          </label>
        )}
      </div>
    </FieldFrame>
  );
}

interface StepProps {
  id: string;
  name: string;
  step: string;
  label: string | undefined;
  chosen: boolean;
}

function Step({ id, name, step, label, chosen }: StepProps) {
  return (
    <label htmlFor={id} className="step">
      <input type="radio" id={id} name={name} value={step} defaultChecked={chosen} />
      <span>{step}</span>
      {label === undefined ? null : (
        <small lang="" className="agent-text">
          {label}
        </small>
      )}
    </label>
  );
}

function stepsOf({ field }: FieldProps): string[] {
  const { schema } = field;
  if (schema.type !== "number" && schema.type !== "integer") return [];
  const { minimum = 1, maximum = 5 } = schema;
  return Array.from({ length: Math.max(0, Math.floor(maximum - minimum) + 1) }, (_, index) => String(minimum + index));
}
