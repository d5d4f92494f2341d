import fc from "fast-check";

const SAMPLES = ["a", "é", "e\u0301", "😹", "👩🏻‍🚀", "\r\n", "\n", "/", "~", '"', "\u200f", "م", "漢"];
const scalar = fc
  .integer({ min: 1, max: 0x10ffff })
  .map((n) => (n >= 0xd800 && n < 0xe000 ? "?" : String.fromCodePoint(n)));
const unit = fc.oneof(fc.constantFrom(...SAMPLES), scalar);

/** Text that an agent may write: any script, no U+0000, something to see. */
export function prose(maxLength: number) {
  return fc.array(unit, { maxLength }).map((units) => [...`x${units.join("")}`].slice(0, maxLength).join(""));
}

/** Two ids that differ only in how they are written down are one to a browser, and refused as twice the same. */
const written = (id: string): string => id.replace(/\r\n?/g, "\n").normalize("NFC");

const ids = fc.uniqueArray(prose(12), { minLength: 1, maxLength: 5, selector: written });

/** The same options in every spelling: the first one is the plainest. */
export const labelledOptions = fc.uniqueArray(fc.tuple(prose(12), prose(12)), {
  minLength: 1,
  maxLength: 5,
  selector: ([id]) => written(id),
});

type Part = { schema: Record<string, unknown>; rest: Record<string, unknown> };
const part = (schema: Record<string, unknown>, rest: Record<string, unknown> = {}): Part => ({ schema, rest });

const textPart = fc
  .record({
    min: fc.nat(3),
    more: fc.nat(40),
    multiline: fc.boolean(),
    value: fc.option(prose(60), { nil: undefined }),
  })
  .map(({ min, more, multiline, value }) => {
    const length = value === undefined ? 0 : [...value.replace(/\r\n?/g, "\n").normalize("NFC")].length;
    const schema = {
      type: "string",
      minLength: Math.min(min, length || min),
      maxLength: Math.max(min + more, length, 1),
    };
    return part(schema, { ...(multiline && { multiline }), ...(value !== undefined && { value }) });
  });

const formatPart = fc.constantFrom(
  part({ type: "string", format: "date" }, { value: "2026-03-01" }),
  part({ type: "string", format: "email" }),
  part({ type: "string", format: "uri", default: "https://example.org/" }),
  part({ type: "string", format: "date-time" }),
  part({ type: "string", pattern: "^[a-z]+$", default: "abc" }),
);

const numberPart = fc
  .record({ type: fc.constantFrom("number", "integer"), minimum: fc.integer({ min: -99, max: 99 }), span: fc.nat(99) })
  .map(({ type, minimum, span }) => part({ type, minimum, maximum: minimum + span }, { value: minimum }));

const choicePart = ids.map((options) => part({ type: "string", enum: options }, { value: options.at(-1) }));
const labelledPart = labelledOptions.map((options) =>
  part({ type: "string", oneOf: options.map(([id, title]) => ({ const: id, title })) }),
);
const severalPart = ids.map((options) =>
  part({ type: "array", items: { type: "string", enum: options }, maxItems: options.length }, { value: options }),
);
const plainPart = fc.constantFrom(
  part({ type: "boolean" }),
  part({ type: "boolean", default: false }),
  part({ type: "boolean", const: true }),
  part({ type: "integer" }, { widget: "rating", value: 3 }),
);

const field = fc
  .tuple(
    fc.oneof(textPart, formatPart, numberPart, choicePart, labelledPart, severalPart, plainPart),
    prose(60),
    fc.boolean(),
  )
  .map(([{ schema, rest }, label, required]) => ({ type: "field", label, required, schema, ...rest }));

const reading = fc.oneof(
  fc.record({ type: fc.constant("heading"), text: prose(60) }),
  fc.record({ type: fc.constant("text"), text: prose(80) }),
  fc.record({
    type: fc.constant("record"),
    fields: fc.dictionary(prose(10), prose(20), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
  }),
);

/** An interaction that is accepted. */
export const interaction = fc
  .record({
    title: prose(80),
    description: fc.option(prose(120), { nil: undefined }),
    components: fc.array(fc.oneof(reading, field), { minLength: 1, maxLength: 8 }),
    actions: fc.array(fc.tuple(prose(24), fc.constantFrom("approve", "submit", "reject", "neutral", undefined)), {
      minLength: 1,
      maxLength: 5,
    }),
  })
  .map(({ title, description, components, actions }) => ({
    mode: "interactive",
    title,
    ...(description !== undefined && { description }),
    source: {
      kind: "sess_surface",
      components: components.map((component, i) =>
        component.type === "field" ? { ...component, name: `f${i}` } : component,
      ),
    },
    actions: actions.map(([label, intent], i) => ({ id: `a${i}`, label, ...(intent && { intent }) })),
  }));
