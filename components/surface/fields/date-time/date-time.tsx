import { controlId, controlName, describedBy, type FieldProps } from "@/components/surface/fields/control";
import { FieldFrame, hasHelp, proposedHint } from "@/components/surface/fields/field-frame";
import { offsetsWith, splitDateTime } from "@/components/surface/fields/date-time/offset";
import { TypedTwin } from "@/components/surface/fields/typed-twin";
import { fill } from "@/components/words/fill";

/** A moment: the device's own control or a line to type it in, and the zone it is meant in always beside it. */
export function DateTimeField(props: FieldProps) {
  const { field, words } = props;
  const hints = proposedHint(props, "text");
  const described = describedBy(props, hasHelp(props, hints));
  return (
    <FieldFrame props={props} hints={hints} group={false}>
      <div className="control-pair">
        <input
          id={controlId(field.name)}
          name={controlName(field.name)}
          type="datetime-local"
          className="control"
          defaultValue={shownMoment(props).local}
          autoComplete="off"
          {...described}
        />
        <Zone {...props} />
        {typeof field.value === "string" ? (
          <input type="hidden" name={controlName(field.name, "proposed")} value={field.value} />
        ) : null}
      </div>
      <TypedTwin
        props={props}
        summary={words.form.typeDateTime}
        label={fill(words.form.typedDateTime, { example: words.form.dateTimeExample })}
        described={described}
      />
    </FieldFrame>
  );
}

function Zone(props: FieldProps) {
  const { field, words } = props;
  const id = controlId(field.name, "zone");
  const { zone } = shownMoment(props);
  return (
    <div>
      <label htmlFor={id} className="field-help">
        {words.form.zone}
      </label>
      <select
        id={id}
        name={controlName(field.name, "zone")}
        className="control control-short"
        defaultValue={zone}
        data-zone={controlId(field.name)}
      >
        {offsetsWith(zone, proposedMoment(props).zone).map((offset) => (
          <option key={offset} value={offset}>
            UTC{offset === "+00:00" ? "" : offset}
          </option>
        ))}
      </select>
    </div>
  );
}

function shownMoment(props: FieldProps): { local: string; zone: string } {
  const { field, posted } = props;
  if (posted === null) return proposedMoment(props);
  return {
    local: posted[controlName(field.name)]?.at(-1) ?? "",
    zone: posted[controlName(field.name, "zone")]?.at(-1) ?? "+00:00",
  };
}

function proposedMoment({ field }: FieldProps): { local: string; zone: string } {
  return splitDateTime(typeof field.value === "string" ? field.value : "");
}
