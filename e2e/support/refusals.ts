import { question, questionWith } from "@/e2e/support/questions";

type Refusal = [title: string, interaction: unknown, expected: { field: string; limit?: number; length?: number }];

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

/** Each too long by one. */
export const LENGTHS: Refusal[] = [
  ["title", question({ title: text(81) }), { field: "/interaction/title", limit: 80, length: 81 }],
  ["description", question({ description: text(281) }), { field: "/interaction/description", limit: 280, length: 281 }],
  [
    "action label",
    question({ actions: [{ id: "go", label: text(25) }] }),
    { field: "/interaction/actions/0/label", limit: 24, length: 25 },
  ],
  [
    "heading",
    questionWith({ type: "heading", text: text(61) }),
    { field: `${components}/0/text`, limit: 60, length: 61 },
  ],
  [
    "text",
    questionWith({ type: "text", text: text(4001) }),
    { field: `${components}/0/text`, limit: 4000, length: 4001 },
  ],
  [
    "record label",
    questionWith({ type: "record", label: text(201), fields: { a: "b" } }),
    { field: `${components}/0/label`, limit: 200, length: 201 },
  ],
  [
    "record key",
    questionWith({ type: "record", fields: { [text(41)]: "b" } }),
    { field: `${components}/0/fields/${text(41)}`, limit: 40, length: 41 },
  ],
  [
    "record value",
    questionWith({ type: "record", fields: { "a/b": text(201) } }),
    { field: `${components}/0/fields/a~1b`, limit: 200, length: 201 },
  ],
  ["field label", questionWith(field({ label: text(61) })), { field: `${components}/0/label`, limit: 60, length: 61 }],
  [
    "field description",
    questionWith(field({ description: text(161) })),
    { field: `${components}/0/description`, limit: 160, length: 161 },
  ],
  [
    "option label",
    questionWith(field({ schema: { type: "string", enum: ["a"] }, option_labels: { a: text(61) } })),
    { field: `${components}/0/option_labels/a`, limit: 60, length: 61 },
  ],
  [
    "option id without a label",
    questionWith(field({ schema: { type: "string", enum: ["a", text(61)] } })),
    { field: `${components}/0/schema/enum/1`, limit: 60, length: 61 },
  ],
  [
    "option title",
    questionWith(field({ schema: { type: "string", oneOf: [{ const: "a", title: text(61) }] } })),
    { field: `${components}/0/schema/oneOf/0/title`, limit: 60, length: 61 },
  ],
  [
    "title of one of several options",
    questionWith(field({ schema: { type: "array", items: { anyOf: [{ const: "a", title: text(61) }] } } })),
    { field: `${components}/0/schema/items/anyOf/0/title`, limit: 60, length: 61 },
  ],
  [
    "code points, not code units",
    question({ title: "😹".repeat(81) }),
    { field: "/interaction/title", limit: 80, length: 81 },
  ],
];

/** null: an unknown property beside the interaction. */
export const STRUCTURE: Refusal[] = [
  ["unknown property at the top", null, { field: "/priority" }],
  ["unknown property inside", question({ colour: "red" }), { field: "/interaction/colour" }],
  ["unknown component", questionWith({ type: "image" }), { field: `${components}/0/type` }],
  ["no components", questionWith(), { field: components }],
  ["no actions", question({ actions: [] }), { field: "/interaction/actions" }],
  [
    "six actions",
    question({ actions: ["a", "b", "c", "d", "e", "f"].map((id) => ({ id, label: id })) }),
    { field: "/interaction/actions", limit: 5, length: 6 },
  ],
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
