import { question, questionWith } from "@/e2e/support/questions";

export type Refusal = [
  title: string,
  interaction: unknown,
  expected: { field: string; limit?: number; length?: number },
];

export const components = "/interaction/source/components";

/** A component that the contract takes. */
export const field = (parts: Record<string, unknown> = {}) => ({
  type: "field",
  name: "message",
  label: "Message",
  schema: { type: "string" },
  ...parts,
});
export const text = (length: number) => "x".repeat(length);
const nested = (levels: number): unknown => (levels === 0 ? "x" : { a: nested(levels - 1) });

type Edge = [
  title: string,
  limit: number,
  of: (length: number) => unknown,
  field: string | ((length: number) => string),
];

const asked = (parts: Record<string, unknown>) => questionWith(field(parts));
const options = (schema: Record<string, unknown>, more: object = {}) => asked({ schema, ...more });
const steps = (count: number) => asked({ schema: { type: "integer", minimum: 1, maximum: count }, widget: "rating" });
const actions = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `a${n}`, label: `A ${n}` }));

/** A limit, what is as long as it is told, and where it is refused when that is one more. */
export const EDGES: Edge[] = [
  ["title", 80, (n) => question({ title: text(n) }), "/interaction/title"],
  ["code points, not code units", 80, (n) => question({ title: "😹".repeat(n) }), "/interaction/title"],
  ["description", 280, (n) => question({ description: text(n) }), "/interaction/description"],
  ["action label", 24, (n) => question({ actions: [{ id: "go", label: text(n) }] }), "/interaction/actions/0/label"],
  ["actions", 5, (n) => question({ actions: actions(n) }), "/interaction/actions"],
  ["heading", 60, (n) => questionWith({ type: "heading", text: text(n) }), `${components}/0/text`],
  ["text", 4000, (n) => questionWith({ type: "text", text: text(n) }), `${components}/0/text`],
  [
    "record label",
    200,
    (n) => questionWith({ type: "record", label: text(n), fields: { a: "b" } }),
    `${components}/0/label`,
  ],
  [
    "record key",
    40,
    (n) => questionWith({ type: "record", fields: { [text(n)]: "b" } }),
    (n) => `${components}/0/fields/${text(n)}`,
  ],
  [
    "record value",
    200,
    (n) => questionWith({ type: "record", fields: { "a/b": text(n) } }),
    `${components}/0/fields/a~1b`,
  ],
  ["field label", 60, (n) => asked({ label: text(n) }), `${components}/0/label`],
  ["field description", 160, (n) => asked({ description: text(n) }), `${components}/0/description`],
  [
    "option label",
    60,
    (n) => options({ type: "string", enum: ["a"] }, { option_labels: { a: text(n) } }),
    `${components}/0/option_labels/a`,
  ],
  [
    "option id without a label",
    60,
    (n) => options({ type: "string", enum: ["a", text(n)] }),
    `${components}/0/schema/enum/1`,
  ],
  [
    "option title",
    60,
    (n) => options({ type: "string", oneOf: [{ const: "a", title: text(n) }] }),
    `${components}/0/schema/oneOf/0/title`,
  ],
  [
    "title of one of several options",
    60,
    (n) => options({ type: "array", items: { anyOf: [{ const: "a", title: text(n) }] } }),
    `${components}/0/schema/items/anyOf/0/title`,
  ],
  [
    "option name",
    60,
    (n) => options({ type: "string", enum: ["a"], enumNames: [text(n)] }),
    `${components}/0/schema/enumNames/0`,
  ],
  ["steps of a rating", 11, steps, `${components}/0/schema/maximum`],
  ["pattern", 500, (n) => options({ type: "string", pattern: text(n) }), `${components}/0/schema/pattern`],
];

/** null: an unknown property beside the interaction. */
export const STRUCTURE: Refusal[] = [
  ["unknown property at the top", null, { field: "/priority" }],
  ["unknown property inside", question({ colour: "red" }), { field: "/interaction/colour" }],
  ["unknown component", questionWith({ type: "image" }), { field: `${components}/0/type` }],
  ["no components", questionWith(), { field: components }],
  ["no actions", question({ actions: [] }), { field: "/interaction/actions" }],
  ["another mode", question({ mode: "batch" }), { field: "/interaction/mode" }],
  ["a second field of the name", questionWith(field(), field()), { field: `${components}/1/name` }],
  [
    "a second action of the id",
    question({
      actions: [
        { id: "go", label: "Go" },
        { id: "go", label: "Stop" },
      ],
    }),
    { field: "/interaction/actions/1/id" },
  ],
  ["a bad name", questionWith(field({ name: "1st" })), { field: `${components}/0/name` }],
  [
    "a value that its schema refuses",
    questionWith(field({ schema: { type: "integer", maximum: 3 }, value: 4 })),
    { field: `${components}/0/value` },
  ],
  [
    "a pattern that does not compile",
    questionWith(field({ schema: { type: "string", pattern: "(" } })),
    { field: `${components}/0/schema/pattern` },
  ],
  ["too deep", question({ colour: nested(9) }), { field: "/interaction/colour/a/a/a/a/a/a/a", limit: 8 }],
  ["NUL", question({ title: "a\u0000b" }), { field: "/interaction/title" }],
  ["half an emoji", question({ title: "a\ud83d" }), { field: "/interaction/title" }],
  ["a missing title", { ...question(), title: undefined }, { field: "/interaction/title" }],
];
