import { controlId, controlName, describedBy, type FieldProps } from "@/components/surface/fields/control";
import { FieldFrame, hasHelp, proposedHint } from "@/components/surface/fields/field-frame";
import { OFFSETS, splitDateTime } from "@/components/surface/fields/date-time/offset";

/** A moment: the device's own control, and the zone it is meant in always beside it. */
export function DateTimeField(props: FieldProps) {
  const { field, words } = props;
  const hints = proposedHint(props, "text");
  const { local, zone } = shownMoment(props);
  return (
    <FieldFrame props={props} hints={hints} group={false}>
      <div className="control-pair">
        <input
          id={controlId(field.name)}
          name={controlName(field.name)}
          type="datetime-local"
          className="control"
          defaultValue={local}
          autoComplete="off"
          {...describedBy(props, hasHelp(props, hints))}
        />
        <div>
          <label htmlFor={`${controlId(field.name)}-zone`} className="field-help">
            {words.form.zone}
          </label>
          <select
            id={`${controlId(field.name)}-zone`}
            name={controlName(field.name, "zone")}
            className="control control-short"
            defaultValue={zone}
            data-zone={controlId(field.name)}
          >
            {OFFSETS.map((offset) => (
              <option key={offset} value={offset}>
                UTC{offset === "+00:00" ? "" : offset}
              </option>
            ))}
          </select>
        </div>
        {typeof field.value === "string" ? (
          <input type="hidden" name={controlName(field.name, "proposed")} value={field.value} />
        ) : null}
      </div>
    </FieldFrame>
  );
}

function shownMoment({ field, posted }: FieldProps): { local: string; zone: string } {
  if (posted === null) return splitDateTime(typeof field.value === "string" ? field.value : "");
  return {
    local: posted[controlName(field.name)]?.at(-1) ?? "",
    zone: posted[controlName(field.name, "zone")]?.at(-1) ?? "+00:00",
  };
}
