import { tellDateTime } from "@/components/surface/fields/date-time/tell-date-time";
import type { Words } from "@/components/words/words";
import {
  decimalText,
  fieldKind,
  fieldsOf,
  optionsOf,
  type AnswerValue,
  type FieldComponent,
  type Surface,
} from "@sess.si/protocol";

interface SentValuesProps {
  surface: Surface;
  values: Readonly<Record<string, AnswerValue>>;
  changed: readonly string[];
  words: Words;
}

/** The values of an answer, question by question. */
export function SentValues({ surface, values, changed, words }: SentValuesProps) {
  const given = fieldsOf(surface).filter(({ name }) => Object.hasOwn(values, name));
  if (given.length === 0) return null;
  return (
    <dl className="sent-values">
      {given.map((field) => (
        <div key={field.name} dir="auto" className="record-row">
          <dt>
            <span lang="" className="agent-text">
              {field.label}
            </span>
            {changed.includes(field.name) ? <span className="sent-changed"> · {words.slip.changed}</span> : null}
          </dt>
          <dd className="sent-value">
            <bdi lang="" className="agent-text">
              {valueInWords(field, values[field.name] ?? "", words)}
            </bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function valueInWords(field: FieldComponent, value: AnswerValue, words: Words): string {
  if (typeof value === "boolean") {
    const label = field.option_labels?.[String(value)];
    return label ?? (value ? words.form.yes : words.form.no);
  }
  if (typeof value === "number") return decimalText(value);
  const labels = new Map(optionsOf(field).map(({ id, label }) => [id, label]));
  if (Array.isArray(value)) return value.map((id) => labels.get(id) ?? id).join("\n");
  return labels.get(value) ?? (fieldKind(field) === "date-time" ? tellDateTime(value) : value);
}
