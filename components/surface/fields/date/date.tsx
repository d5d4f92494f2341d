import { autocompleteOf } from "@/components/surface/fields/autocomplete";
import { controlId, controlName, describedBy, shownText, type FieldProps } from "@/components/surface/fields/control";
import { FieldFrame, hasHelp, proposedHint } from "@/components/surface/fields/field-frame";
import { fill } from "@/components/words/fill";

/** A calendar date: the device's own control, and a line to type it in for dates that lie far from today. */
export function DateField(props: FieldProps) {
  const { field, posted, words } = props;
  const hints = proposedHint(props, "text");
  const typed = posted?.[controlName(field.name, "typed")]?.at(-1) ?? "";
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
      <details className="field-more" open={typed !== ""}>
        <summary>{words.form.typeDate}</summary>
        <label htmlFor={controlId(field.name, "typed")} className="field-help">
          {fill(words.form.typedDate, { example: words.form.dateExample })}
        </label>
        <input
          id={controlId(field.name, "typed")}
          name={controlName(field.name, "typed")}
          type="text"
          className="control control-short"
          defaultValue={typed}
          autoComplete="off"
          spellCheck={false}
          {...described}
        />
      </details>
    </FieldFrame>
  );
}
