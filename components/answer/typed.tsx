import { controlName, fieldOfControl, type Posted } from "@/components/surface/fields/control";
import type { Words } from "@/components/words/words";
import { fieldsOf, optionsOf, type FieldComponent, type Surface } from "@sess.si/protocol";

interface TypedProps {
  surface: Surface;
  posted: Posted | null;
  title: string;
  words: Words;
}

/** A form as it was filled in, to read or to copy. */
export function Typed({ surface, posted, title, words }: TypedProps) {
  const lines = posted === null ? [] : typedLines(surface, posted, words);
  return (
    <section id="typed" className="typed" hidden={lines.length === 0} aria-labelledby="typed-title">
      <h2 id="typed-title" className="typed-title">
        {title}
      </h2>
      <dl className="typed-lines">
        {lines.map(({ name, label, text }) => (
          <div key={name} dir="auto" className="record-row">
            <dt className="agent-text">{label}</dt>
            <dd className="sent-value">
              <bdi className="agent-text">{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="typed-kept" hidden>
        {words.closed.typedOnDevice}{" "}
        <button type="button" className="link-button" data-start-over="">
          {words.closed.forget}
        </button>
      </p>
    </section>
  );
}

function typedLines(surface: Surface, posted: Posted, { form }: Words) {
  const fields = new Map(fieldsOf(surface).map((field) => [field.name, field]));
  const names = new Set(Object.keys(posted).map((name) => fieldOfControl(name).field));
  return [...names].flatMap((name) => {
    const field = fields.get(name);
    const values = [...(posted[controlName(name)] ?? []), ...(posted[controlName(name, "typed")] ?? [])];
    const text = values.map((value) => inWords(field, value, form)).join("\n");
    return text.trim() === "" ? [] : [{ name, label: field?.label ?? name, text }];
  });
}

function inWords(field: FieldComponent | undefined, value: string, form: Words["form"]): string {
  if (field === undefined || value === "") return value;
  if (field.schema.type === "boolean") return value === "true" ? form.yes : form.no;
  return optionsOf(field).find(({ id }) => id === value)?.label ?? value;
}
