import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import * as arbitrary from "../../test/arbitrary.js";
import { field, interaction, surfaceOf } from "../../test/examples.js";
import type { AnswerIssue } from "../answer-issue.js";
import { LIMITS } from "../limits.js";
import { checkAnswer } from "./check-answer.js";
import { fieldsOf } from "./field.js";
import { parseInteraction } from "./parse-interaction.js";
import type { AnswerValue } from "./surface.js";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const answer = (schema: unknown, value: unknown, rest: Record<string, unknown> = {}) =>
  checkAnswer(surfaceOf(field(schema, rest)), { actionId: "send", values: { a: value } });

function issueOf(schema: unknown, value: unknown, rest: Record<string, unknown> = {}): Partial<AnswerIssue> | null {
  const check = answer(schema, value, rest);
  if (check.ok) return null;
  expect(check.issues).toHaveLength(1);
  const { field: name, ...issue } = check.issues[0]!;
  expect(name).toBe("a");
  return issue;
}

const options = { enum: ["x", "y", "z"] };
const several = (rest: Record<string, unknown> = {}) => ({ type: "array", items: options, ...rest });
const rating = { widget: "rating" };

describe("every kind of field", () => {
  it.each<[string, unknown, Record<string, unknown>, unknown[]]>([
    ["text", { type: "string" }, {}, ["a", " a ", "0", "😹", "x".repeat(LIMITS.answerText)]],
    ["text of a length", { type: "string", minLength: 2, maxLength: 3 }, {}, ["ab", "😹😹😹", "caf"]],
    ["text of a pattern", { type: "string", pattern: "^[a-c]+$" }, {}, ["abc"]],
    ["lines", { type: "string" }, { multiline: true }, ["a\nb\n\nc"]],
    ["email", { type: "string", format: "email" }, {}, ["ada@example.org"]],
    ["uri", { type: "string", format: "uri" }, {}, ["https://example.org/?q=1"]],
    ["date", { type: "string", format: "date" }, {}, ["2026-03-01", "2024-02-29"]],
    ["date-time", { type: "string", format: "date-time" }, {}, ["2026-03-01T09:00:00+01:00", "2026-03-01T09:00:00Z"]],
    ["number", { type: "number" }, {}, [0, -1.5, 1e300, 0.1]],
    ["number of a range", { type: "number", minimum: -1, maximum: 1, multipleOf: 0.1 }, {}, [-1, 1, 0.3, 0.7]],
    ["integer", { type: "integer" }, {}, [0, -7, Number.MAX_SAFE_INTEGER]],
    ["boolean", { type: "boolean" }, {}, [true, false]],
    ["consent", { type: "boolean", const: true }, {}, [true]],
    ["choice", { type: "string", ...options }, {}, ["x", "z"]],
    ["several", several(), {}, [["x"], ["z", "x"], ["x", "y", "z"]]],
    ["several of a count", several({ minItems: 2, maxItems: 2 }), {}, [["x", "y"]]],
    ["rating", { type: "integer" }, rating, [1, 5]],
  ])("takes a %s", (_, schema, rest, values) => {
    for (const value of values) {
      expect(answer(schema, value, rest)).toEqual({
        ok: true,
        answer: { actionId: "send", values: { a: value }, changed: [] },
      });
    }
  });

  it.each<[string, unknown, Record<string, unknown>, unknown, Partial<AnswerIssue>]>([
    ["short text", { type: "string", minLength: 2 }, {}, "😹", { code: "too_short", limit: 2, length: 1 }],
    ["long text", { type: "string", maxLength: 4 }, {}, "cafȩ́", { code: "too_long", limit: 4, length: 5 }],
    ["long text of emoji", { type: "string", maxLength: 3 }, {}, "👩🏻‍🚀", { code: "too_long", limit: 3, length: 4 }],
    [
      "2,100 pasted",
      { type: "string", maxLength: 2000 },
      {},
      "x".repeat(2100),
      { code: "too_long", limit: 2000, length: 2100 },
    ],
    ["endless text", { type: "string" }, {}, "x".repeat(32_769), { code: "too_long", limit: 32_768, length: 32_769 }],
    [
      "endless text for a pattern",
      { type: "string", pattern: "^x" },
      {},
      "x".repeat(2001),
      { code: "too_long", limit: 2000, length: 2001 },
    ],
    ["text of another pattern", { type: "string", pattern: "^a$" }, {}, "ab", { code: "pattern" }],
    ["U+0000", { type: "string" }, {}, "a\0b", { code: "text" }],
    ["half a surrogate pair", { type: "string" }, {}, "a\ud83d", { code: "text" }],
    ["no email", { type: "string", format: "email" }, {}, "ada", { code: "format" }],
    ["no uri", { type: "string", format: "uri" }, {}, "example.org", { code: "format" }],
    ["no date", { type: "string", format: "date" }, {}, "2026-02-30", { code: "format" }],
    ["a local time", { type: "string", format: "date-time" }, {}, "2026-03-01T09:00:00", { code: "format" }],
    ["no number", { type: "number" }, {}, Number.NaN, { code: "number" }],
    ["endless number", { type: "number" }, {}, Infinity, { code: "number" }],
    ["number as text", { type: "number" }, {}, "1", { code: "wrong_type" }],
    ["fraction", { type: "integer" }, {}, 12.5, { code: "integer" }],
    ["integer that a double cannot tell", { type: "integer" }, {}, 2 ** 53, { code: "number" }],
    ["small number", { type: "number", minimum: 1 }, {}, 0.999, { code: "too_small", limit: 1 }],
    ["big number", { type: "integer", maximum: 10 }, {}, 11, { code: "too_big", limit: 10 }],
    ["number between steps", { type: "number", multipleOf: 0.1 }, {}, 0.35, { code: "multiple_of", limit: 0.1 }],
    ["yes as text", { type: "boolean" }, {}, "true", { code: "wrong_type" }],
    ["yes as number", { type: "boolean" }, {}, 1, { code: "wrong_type" }],
    ["no for consent", { type: "boolean", const: true }, {}, false, { code: "required" }],
    ["no option", { type: "string", ...options }, {}, "X", { code: "not_an_option" }],
    ["nothing chosen", { type: "string", ...options }, {}, "", { code: "not_an_option" }],
    ["option of a prototype", { type: "string", ...options }, {}, "toString", { code: "not_an_option" }],
    ["options as one", several(), {}, "x", { code: "wrong_type" }],
    ["options as numbers", several(), {}, [1], { code: "wrong_type" }],
    ["no option among several", several(), {}, ["x", "w"], { code: "not_an_option" }],
    ["an option twice", several(), {}, ["x", "x"], { code: "not_unique" }],
    ["too few", several({ minItems: 2 }), {}, ["x"], { code: "too_few", limit: 2, length: 1 }],
    ["too many", several({ maxItems: 1 }), {}, ["x", "y"], { code: "too_many", limit: 1, length: 2 }],
    ["rating below", { type: "integer" }, rating, 0, { code: "too_small", limit: 1 }],
    ["rating above", { type: "integer" }, rating, 6, { code: "too_big", limit: 5 }],
    ["rating between", { type: "integer" }, rating, 2.5, { code: "integer" }],
    ["null", { type: "string" }, {}, null, { code: "wrong_type" }],
    ["object", { type: "string" }, {}, {}, { code: "wrong_type" }],
  ])("refuses: %s", (_, schema, rest, value, issue) => {
    expect(issueOf(schema, value, rest)).toEqual(issue);
  });
});

describe("what is empty", () => {
  const empty: [string, unknown, unknown[]][] = [
    ["text", { type: "string" }, [undefined, "", " ", "\u200b\n", "\u3164"]],
    ["date", { type: "string", format: "date" }, [undefined, "", " "]],
    ["number", { type: "number" }, [undefined]],
    ["boolean", { type: "boolean" }, [undefined]],
    ["choice", { type: "string", ...options }, [undefined]],
    ["several", several(), [undefined, []]],
  ];

  it.each(empty)("is missing from a required %s", (_, schema, values) => {
    for (const value of values) expect(issueOf(schema, value)).toEqual({ code: "required" });
  });

  it.each(empty)("is absent from an optional %s", (_, schema, values) => {
    for (const value of values) {
      expect(answer(schema, value, { required: false })).toEqual({
        ok: true,
        answer: { actionId: "send", values: {}, changed: [] },
      });
    }
  });

  it("is judged in normal form, as is its length", () => {
    const schema = { type: "string", minLength: 4, maxLength: 4 };
    for (const typed of ["cafe\u0301", "a\r\nbc"]) {
      expect(answer(schema, typed)).toMatchObject({
        ok: true,
        answer: { values: { a: typed.replace("\r", "").normalize("NFC") } },
      });
    }
  });

  it("is never no: a required boolean wants one of two answers", () => {
    expect(answer({ type: "boolean" }, false)).toMatchObject({ ok: true, answer: { values: { a: false } } });
    expect(issueOf({ type: "boolean" }, undefined)).toEqual({ code: "required" });
  });
});

describe("an answer as a whole", () => {
  const surface = surfaceOf(
    field({ type: "string" }, { name: "zeta", value: "one\ntwo" }),
    field({ type: "number" }, { name: "alpha", value: 1 }),
    field({ type: "boolean" }, { name: "Beta", value: true }),
    field(several(), { name: "mid", value: ["x", "y"], required: false }),
    field({ type: "string" }, { name: "free", required: false }),
  );
  const proposed = { zeta: "one\ntwo", alpha: 1, Beta: true, mid: ["x", "y"] };
  const check = (values: Record<string, unknown>, actionId = "send") => checkAnswer(surface, { actionId, values });

  it("says what was changed of the proposal, sorted", () => {
    expect(check({ ...proposed, zeta: "two", alpha: 2, Beta: false, mid: ["x"] })).toMatchObject({
      answer: { changed: ["Beta", "alpha", "mid", "zeta"] },
    });
    expect(check(proposed)).toMatchObject({ answer: { changed: [] } });
  });

  it("does not call another line break, another order of ticks or a field without a proposal a change", () => {
    expect(check({ ...proposed, zeta: "one\r\ntwo", mid: ["y", "x"], free: "typed" })).toMatchObject({
      ok: true,
      answer: { changed: [], values: { zeta: "one\ntwo", free: "typed" } },
    });
  });

  it("calls it a change when a proposal was emptied", () => {
    expect(check({ zeta: "one\ntwo", alpha: 1, Beta: true })).toMatchObject({
      answer: { changed: ["mid"], values: { zeta: "one\ntwo", alpha: 1, Beta: true } },
    });
  });

  it("keeps its values in the order of the page", () => {
    const turned = Object.fromEntries(Object.entries({ ...proposed, free: "f" }).reverse());
    const result = check(turned);
    expect(result.ok && Object.keys(result.answer.values)).toEqual(["zeta", "alpha", "Beta", "mid", "free"]);
  });

  it("needs no valid values to reject, and then carries none", () => {
    for (const values of [{}, proposed, { zeta: 1, nonsense: {} }]) {
      expect(check(values, "stop")).toEqual({ ok: true, answer: { actionId: "stop", values: {}, changed: [] } });
    }
  });

  it("validates for any other action, whatever it is called", () => {
    const actions = [
      { id: "reject", label: "Go", intent: "approve" },
      { id: "no", label: "No" },
    ];
    const other = parseInteraction(interaction([field({ type: "string" })], { actions }));
    for (const actionId of ["reject", "no"]) {
      expect(checkAnswer(other, { actionId, values: {} })).toEqual({
        ok: false,
        issues: [{ field: "a", code: "required" }],
      });
    }
  });

  it("refuses an action that is not offered, before anything else", () => {
    for (const actionId of ["", "Send", "__proto__", "toString"]) {
      expect(check({ zeta: 1 }, actionId)).toEqual({ ok: false, issues: [{ field: "", code: "unknown_action" }] });
    }
  });

  it("says everything that is wrong, in the order of the page, what is unknown last", () => {
    const values = JSON.parse('{"nonsense":1,"__proto__":2,"alpha":"x","zeta":""}') as Record<string, unknown>;
    expect(check(values)).toEqual({
      ok: false,
      issues: [
        { field: "zeta", code: "required" },
        { field: "alpha", code: "wrong_type" },
        { field: "Beta", code: "required" },
        { field: "nonsense", code: "unknown_field" },
        { field: "__proto__", code: "unknown_field" },
      ],
    });
  });
});

describe("properties of the check", () => {
  const junk = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.array(fc.string()), fc.object());

  it("never throws, and what it accepts it accepts again unchanged", () => {
    fc.assert(
      fc.property(arbitrary.interaction, fc.array(junk, { maxLength: 8 }), fc.nat(), (input, values, pick) => {
        const surface = parseInteraction(input);
        const action = surface.actions[pick % surface.actions.length]!;
        const given = Object.fromEntries(values.map((value, i) => [`f${i}`, value] as const));
        const check = checkAnswer(surface, { actionId: action.id, values: given });
        if (!check.ok) return;
        expect(checkAnswer(surface, { actionId: action.id, values: check.answer.values })).toEqual(check);
      }),
      { numRuns: 100 },
    );
  });

  it("lists as changed exactly the proposals that were not kept, sorted", () => {
    fc.assert(
      fc.property(arbitrary.interaction, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (input, keep) => {
        const surface = parseInteraction({ ...input, actions: [{ id: "go", label: "Go" }] });
        const optional = {
          ...surface,
          source: { ...surface.source, components: surface.source.components.map((c) => ({ ...c, required: false })) },
        };
        const proposals = fieldsOf(surface).filter(({ value }) => value !== undefined);
        const kept = proposals
          .filter((_, i) => keep[i])
          .map(({ name, value }): [string, AnswerValue] => [name, value!]);
        const check = checkAnswer(optional as typeof surface, { actionId: "go", values: Object.fromEntries(kept) });
        const dropped = proposals.filter((_, i) => !keep[i]).map(({ name }) => name);
        expect(check).toMatchObject({ ok: true, answer: { changed: dropped.toSorted() } });
      }),
      { numRuns: 100 },
    );
  });
});
