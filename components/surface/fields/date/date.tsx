import { autocompleteOf } from "@/components/surface/fields/autocomplete";
import { controlId, controlName, describedBy, shownText, type FieldProps } from "@/components/surface/fields/control";
import { FieldFrame, hasHelp, proposedHint } from "@/components/surface/fields/field-frame";
import { TypedTwin } from "@/components/surface/fields/typed-twin";
import { fill } from "@/components/words/fill";

/** A calendar date: the device's own control, and a line to type it in for dates that lie far from today. */
export function DateField(props: FieldProps) {
  const { field, words } = props;
  const hints = proposedHint(props, "text");
  const described = describedBy(props, hasHelp(props, hints));
  return (
    <FieldFrame props={props} hints={hints} group={false}>
      <input
        id={controlId(field.name)}
        name={controlName(field.name)}
        type="date"
        className="control control-short"
        defaultValue={shownText(props)}
        autoComplete={autocompleteOf(field.name) ?? "off"}
        {...described}
      />
      <TypedTwin
        props={props}
        summary={words.form.typeDate}
        label={fill(words.form.typedDate, { example: words.form.dateExample })}
        described={described}
      />
    </FieldFrame>
  );
}
