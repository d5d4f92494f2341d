import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import * as arbitrary from "../../test/arbitrary.js";
import { ask } from "../../test/examples.js";
import { refusalOf, refused } from "../../test/refusal.js";
import { fieldKind, fieldsOf } from "../surface/field.js";
import { parseInteraction } from "../surface/parse-interaction.js";
import { ASK_KINDS } from "./ask-field.js";
import { parseAsk } from "./ask-input.js";
import { askToInteraction } from "./ask-to-interaction.js";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const surfaceOf = (input: unknown) => parseInteraction(askToInteraction(parseAsk(input)));
const one = (rest: Record<string, unknown>) => ask([{ name: "a", label: "A", ...rest }]);
const pick = { options: ["x", "y"] };

describe("an ask", () => {
  it.each([
    ["text", {}, "text"],
    ["text", { multiline: true }, "multiline"],
    ["number", {}, "number"],
    ["integer", {}, "integer"],
    ["boolean", {}, "boolean"],
    ["choice", pick, "choice"],
    ["multi_choice", pick, "multi_choice"],
    ["rating", {}, "rating"],
    ["date", {}, "date"],
    ["datetime", {}, "date-time"],
  ])("of type %s %j is a field of kind %s", (type, rest, kind) => {
    expect(fieldKind(fieldsOf(surfaceOf(one({ type, ...rest })))[0]!)).toBe(kind);
  });

  it("knows every kind, and no other", () => {
    expect(ASK_KINDS).toHaveLength(9);
    expect(refusalOf(() => parseAsk(one({ type: "email" })))).toEqual(refused("/fields/0/type"));
  });

  it("is sent by one button, which its author may name", () => {
    expect(surfaceOf(ask()).actions).toEqual([{ id: "submit", label: "Send", intent: "submit" }]);
    expect(surfaceOf(ask(undefined, { submit_label: "Book it" })).actions).toEqual([
      { id: "submit", label: "Book it", intent: "submit" },
    ]);
  });

  it("puts its details above its fields", () => {
    expect(surfaceOf(ask(undefined, { details: "Why." })).source.components[0]).toEqual({ type: "text", text: "Why." });
  });

  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [
      { type: "text", min: 1, max: 9 },
      { type: "string", minLength: 1, maxLength: 9 },
    ],
    [
      { type: "number", min: 0.5 },
      { type: "number", minimum: 0.5 },
    ],
    [
      { type: "integer", max: 3 },
      { type: "integer", maximum: 3 },
    ],
    [
      { type: "multi_choice", ...pick, min: 1, max: 2 },
      { type: "array", items: { type: "string", enum: ["x", "y"] }, minItems: 1, maxItems: 2 },
    ],
    [
      { type: "rating", min: 0, max: 10 },
      { type: "integer", minimum: 0, maximum: 10 },
    ],
    [{ type: "rating" }, { type: "integer", minimum: 1, maximum: 5 }],
  ])("%j bounds what it counts", (rest, schema) => {
    expect(fieldsOf(surfaceOf(one(rest)))[0]?.schema).toEqual(schema);
  });

  it.each<[string, unknown, string, number?, number?]>([
    ["options of a text", one({ type: "text", options: ["x"] }), "/fields/0/options"],
    ["a choice of nothing", one({ type: "choice" }), "/fields/0/options"],
    ["no options", one({ type: "choice", options: [] }), "/fields/0/options", 1, 0],
    ["an empty option", one({ type: "choice", options: ["x", ""] }), "/fields/0/options/1"],
    ["an option twice", one({ type: "multi_choice", options: ["x", "x"] }), "/fields/0/options/1"],
    ["a bound of a yes", one({ type: "boolean", min: 0 }), "/fields/0/min"],
    ["a bound of a choice", one({ type: "choice", ...pick, max: 1 }), "/fields/0/max"],
    ["a bound of a date", one({ type: "date", min: 0 }), "/fields/0/min"],
    ["lines of a number", one({ type: "number", multiline: true }), "/fields/0/multiline"],
    ["half a character", one({ type: "text", min: 0.5 }), "/fields/0/min"],
    ["a negative count", one({ type: "multi_choice", ...pick, max: -1 }), "/fields/0/max"],
    ["crossed bounds", one({ type: "integer", min: 2, max: 1 }), "/fields/0/max", 2],
    ["crossed lengths", one({ type: "text", min: 2, max: 1 }), "/fields/0/max", 2],
    ["more than there are", one({ type: "multi_choice", ...pick, min: 3 }), "/fields/0/min", 2],
    ["too many steps", one({ type: "rating", max: 12 }), "/fields/0/max", 11, 12],
    ["a value that is no option", one({ type: "choice", ...pick, value: "z" }), "/fields/0/value"],
    ["a value of another type", one({ type: "integer", value: "1" }), "/fields/0/value"],
    ["a value that is no date", one({ type: "date", value: "2026-02-30" }), "/fields/0/value"],
    ["a value too long", one({ type: "text", max: 1, value: "ab" }), "/fields/0/value", 1, 2],
    [
      "a name twice",
      ask([
        { name: "a", type: "text", label: "A" },
        { name: "a", type: "date", label: "B" },
      ]),
      "/fields/1/name",
    ],
    ["an unknown property", ask(undefined, { respondents: {} }), "/respondents"],
    ["an unknown property of a field", one({ type: "text", kind: "text" }), "/fields/0/kind"],
    ["no question", ask(undefined, { question: undefined }), "/question"],
    ["no fields", { question: "Q?" }, "/fields"],
    ["a name that every object has", ask([{ name: "constructor", type: "text", label: "A" }]), "/fields/0/name"],
    ["a blank label", ask([{ name: "a", type: "text", label: "\u200b" }]), "/fields/0/label"],
    ["U+0000", ask(undefined, { details: "a\0" }), "/details"],
    ["an unsafe key", JSON.parse('{"fields":[{"__proto__":1}]}'), "/fields/0/__proto__"],
    ["no object", "What time?", ""],
  ])("is refused with a pointer into itself: %s", (_, input, at, limit, length) => {
    expect(refusalOf(() => parseAsk(input))).toEqual(refused(at, limit, length));
    expect(refusalOf(() => parseAsk(input, "/ask"))).toEqual(refused(`/ask${at}`, limit, length));
  });

  it("that is accepted always makes an interaction that is accepted", () => {
    const extras = fc.record({
      options: fc.array(arbitrary.prose(60), { maxLength: 4 }),
      min: fc.integer({ min: -1, max: 3 }),
      max: fc.integer({ min: 2, max: 12 }),
      multiline: fc.boolean(),
      required: fc.boolean(),
      value: fc.oneof(fc.string(), fc.integer({ min: -2, max: 12 }), fc.boolean(), fc.constant("2026-03-01")),
    });
    // Few extras at a time: hardly any kind takes them all.
    const fieldOf = fc
      .tuple(
        fc.record({ type: fc.constantFrom(...ASK_KINDS), label: arbitrary.prose(60) }),
        extras,
        fc.subarray(["options", "min", "max", "multiline", "required", "value"] as const, { maxLength: 3 }),
        fc.boolean(),
      )
      .map(([field, extra, chosen, isWhole]) => {
        const names = isWhole && field.type.endsWith("choice") ? new Set(["options" as const, ...chosen]) : chosen;
        return { ...field, ...Object.fromEntries([...names].map((name) => [name, extra[name]])) };
      });
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(fieldOf, { minLength: 1, maxLength: 1 }), (fields) => {
        const input = ask(fields.map((rest, i) => ({ name: `f${i}`, ...rest })));
        const refusal = refusalOf(() => parseAsk(input));
        if (refusal) return;
        accepted += 1;
        expect(refusalOf(() => surfaceOf(input))).toBeNull();
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
