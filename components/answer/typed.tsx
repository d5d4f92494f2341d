import type { Unsent } from "@/components/answer/view";
import { controlName, fieldOfControl, type Posted } from "@/components/surface/fields/control";
import { joinDateTime } from "@/components/surface/fields/date-time/offset";
import { tellDateTime } from "@/components/surface/fields/date-time/tell-date-time";
import type { Words } from "@/components/words/words";
import { fieldsOf, optionsOf, plainLines, type FieldComponent } from "@sess.si/protocol";

interface TypedProps {
  unsent: Unsent | null;
  words: Words;
}

/** A form that was not sent, as it was filled in, to copy from. */
export function Typed({ unsent, words }: TypedProps) {
  const lines = unsent === null ? [] : typedLines(unsent, words);
  const { closed } = words;
  return (
    <section id="typed" className="typed" hidden={lines.length === 0} aria-labelledby="typed-title">
      <h2 id="typed-title" className="typed-title">
        {closed.typedTitle}
      </h2>
      <p className="field-help">{closed.typed}</p>
      <dl className="typed-lines">
        {lines.map(({ name, label, text }) => (
          <div key={name} dir="auto" className="record-row">
            <dt lang="" className="agent-text">
              {label}
            </dt>
            <dd className="sent-value">
              <bdi lang="" className="agent-text">
                {text}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="typed-kept" hidden>
        {closed.typedOnDevice}{" "}
        <button type="button" className="link-button" data-start-over="">
          {closed.forget}
        </button>
      </p>
    </section>
  );
}

function typedLines({ surface, posted }: Unsent, { form }: Words) {
  const fields = new Map((surface === null ? [] : fieldsOf(surface)).map((field) => [field.name, field]));
  const names = new Set(Object.keys(posted).map((name) => fieldOfControl(name).field));
  return [...names].flatMap((name) => {
    const field = fields.get(name);
    const text = typedInto(name, posted).map(wordsFor(field, form)).join("\n");
    return text.trim() === "" ? [] : [{ name, label: field?.label ?? name, text }];
  });
}

/** As the form is read: a date that was typed goes before the picked one, a time has its zone. */
function typedInto(name: string, posted: Posted): readonly string[] {
  const of = (part?: "typed" | "zone") => posted[controlName(name, part)] ?? [];
  const typed = of("typed").filter((value) => value.trim() !== "");
  if (typed.length > 0) return typed;
  const zone = of("zone").at(-1);
  return zone === undefined ? of() : of().map((local) => tellDateTime(joinDateTime(local, zone)));
}

/** Labels are gathered once for a field: a form may post thousands of values for it. */
function wordsFor(field: FieldComponent | undefined, form: Words["form"]): (value: string) => string {
  const labels = new Map(field === undefined ? [] : labelsOf(field, form));
  return (value) => labels.get(plainLines(value)) ?? value;
}

function labelsOf(field: FieldComponent, { yes, no }: Words["form"]): [value: string, label: string][] {
  if (field.schema.type !== "boolean") return optionsOf(field).map(({ id, label }) => [plainLines(id), label]);
  return Object.entries({ true: yes, false: no, ...field.option_labels });
}
