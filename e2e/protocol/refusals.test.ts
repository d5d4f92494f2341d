import { ask, question, questionWith } from "@/e2e/support/questions";
import { openMount } from "@/e2e/support/mount";
import { describe, expect, it } from "vitest";

const { api } = await openMount();

const field = (parts: Record<string, unknown> = {}) => ({
  type: "field",
  name: "message",
  label: "Message",
  schema: { type: "string" },
  ...parts,
});
const text = (length: number) => "x".repeat(length);
const nested = (levels: number): unknown => (levels === 0 ? "x" : { a: nested(levels - 1) });

type Refusal = [title: string, body: unknown, expected: { field: string; limit?: number; length?: number }];

const components = "/interaction/source/components";

const LENGTHS: Refusal[] = [
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
    "code points, not code units",
    question({ title: "😹".repeat(81) }),
    { field: "/interaction/title", limit: 80, length: 81 },
  ],
];

const STRUCTURE: Refusal[] = [
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

describe("refusing at create", () => {
  it.each([...LENGTHS, ...STRUCTURE])("%s", async (title, interaction, expected) => {
    const body = interaction === null ? { interaction: question(), priority: 1 } : { interaction };
    const reply = await api.post("/v1/interactions", body);
    expect(reply.body.error, title).toMatchObject({ code: "invalid_arguments", retryable: false, ...expected });
    expect(reply.status).toBe(400);
  });

  it("takes 24 fields and refuses 25", async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, n) => field({ name: `f${n}` }));
    await ask(api, { interaction: questionWith(...fields(24)) });
    const { body } = await api.post("/v1/interactions", { interaction: questionWith(...fields(25)) });
    expect(body.error).toMatchObject({ code: "invalid_arguments", limit: 24, length: 25 });
    expect(body.error.field).toMatch(new RegExp(`^${components}`));
  });

  it("takes 32 KiB and refuses one byte more", async () => {
    const sized = (bytes: number) => {
      const blocks = Array.from({ length: 8 }, () => ({ type: "text", text: text(4000) }));
      const rest = bytes - JSON.stringify(questionWith(...blocks, { type: "text", text: "" })).length;
      return questionWith(...blocks, { type: "text", text: text(rest) });
    };
    await ask(api, { interaction: sized(32_768) });
    const { status, body } = await api.post("/v1/interactions", { interaction: sized(32_769) });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ field: "/interaction", limit: 32_768, length: 32_769 });
  });

  it.each([
    [29, 30],
    [0, 30],
    [-1, 30],
    [30 * 86_400 + 1, 30 * 86_400],
  ])("a lifetime of %d s", async (expiresIn, limit) => {
    const { status, body } = await api.post("/v1/interactions", { interaction: question(), expires_in: expiresIn });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_arguments", field: "/expires_in", limit });
  });

  it.each([30.5, "60", null, 1e300])("a lifetime that is no whole number: %j", async (expiresIn) => {
    const { status, body } = await api.post("/v1/interactions", { interaction: question(), expires_in: expiresIn });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_arguments", field: "/expires_in" });
  });

  it.each([[], "text", 1, null, true])("a body that is no object: %j", async (body) => {
    const reply = await api.post("/v1/interactions", body);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatchObject({ code: "invalid_arguments", field: "" });
  });
});
