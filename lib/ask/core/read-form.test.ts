import { workOf } from "@/e2e/support/work";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readForm } from "@/lib/ask/core/read-form";
import { checkAnswer, fieldsOf, parseInteraction, type Surface } from "@sess.si/protocol";

function surfaceOf(...fields: Record<string, unknown>[]): Surface {
  return parseInteraction({
    mode: "interactive",
    title: "May I?",
    source: {
      kind: "sess_surface",
      components: fields.map((field) => ({ type: "field", name: "a", label: "A", ...field })),
    },
    actions: [{ id: "send", label: "Send" }],
  });
}

const read = (field: Record<string, unknown>, ...entries: string[]) => readForm(surfaceOf(field), { a: entries });
const text = { schema: { type: "string" } };
const lines = { schema: { type: "string" }, multiline: true };
const number = { schema: { type: "number" } };
const integer = { schema: { type: "integer" } };
const rating = { schema: { type: "integer" }, widget: "rating" };
const boolean = { schema: { type: "boolean" } };
const choice = { schema: { type: "string", enum: ["x", "y\nz", "true"] } };
const several = { schema: { type: "array", items: { enum: ["x", "y\nz"] } } };
const date = { schema: { type: "string", format: "date" } };
const moment = { schema: { type: "string", format: "date-time" } };
const email = { schema: { type: "string", format: "email" } };
const uri = { schema: { type: "string", format: "uri" } };

describe("a posted form", () => {
  it.each<[string, Record<string, unknown>, string[], unknown]>([
    ["text as it is", text, ["  a b "], "  a b "],
    ["text that looks like something else", text, ["1,000"], "1,000"],
    ["the line breaks of a textarea", lines, ["a\r\nb\r\n"], "a\nb\n"],
    ["composed letters", text, ["cafe\u0301"], "caf\u00e9"],
    ["a number with a comma", number, ["1,5"], 1.5],
    ["a grouped number", number, ["1.000,50"], 1000.5],
    ["other digits", integer, ["٤٢"], 42],
    ["an integer of a decimal, which its schema judges", integer, ["12.5"], 12.5],
    ["a step", rating, ["3"], 3],
    ["yes", boolean, ["true"], true],
    ["no", boolean, ["false"], false],
    ["an option", choice, ["x"], "x"],
    ["an option that looks like yes", choice, ["true"], "true"],
    ["an option with a line break", choice, ["y\r\nz"], "y\nz"],
    ["an option that is not there, which its schema judges", choice, ["w"], "w"],
    ["one of several", several, ["x"], ["x"]],
    ["several", several, ["x", "y\r\nz"], ["x", "y\nz"]],
    ["several beside an empty control", several, ["", "x"], ["x"]],
    ["an email with spaces around it", email, [" ada@example.org\u200b\n"], "ada@example.org"],
    ["a link with spaces around it", uri, ["\u00a0https://example.org "], "https://example.org"],
    ["a date", date, ["2026-03-01"], "2026-03-01"],
    ["a date in other digits", date, ["٢٠٢٦-٠٣-٠١"], "2026-03-01"],
    ["a date with slashes, year first", date, [" 2026/3/1 "], "2026-03-01"],
    ["a date with dots, year first", date, ["2026. 3. 1."], "2026-03-01"],
    ["a date of another order, as typed", date, ["01/03/2026"], "01/03/2026"],
    ["a moment", moment, ["2026-03-01T09:00:00+01:00"], "2026-03-01T09:00:00+01:00"],
    ["a moment without seconds", moment, ["2026-03-01T09:00Z"], "2026-03-01T09:00:00Z"],
    ["a moment in three controls", moment, ["2026-03-01", "09:00", "+01:00"], "2026-03-01T09:00:00+01:00"],
    ["a moment in two controls", moment, ["2026-03-01T09:00:30", "-05:00"], "2026-03-01T09:00:30-05:00"],
    ["a moment without a zone, as typed", moment, ["2026-03-01T09:00"], "2026-03-01T09:00"],
    ["one value beside an empty control", date, ["", "2026-03-01"], "2026-03-01"],
  ])("says %s", (_, field, entries, value) => {
    expect(read(field, ...entries)).toEqual({ values: { a: value }, issues: [] });
  });

  const nothing = { values: {}, issues: [] };

  it.each([text, lines, number, integer, rating, boolean, choice, several, date, moment, email, uri])(
    "says nothing where nothing was typed or chosen: %j",
    (field) => {
      expect(readForm(surfaceOf(field), {})).toEqual(nothing);
      for (const entries of [[], [""], ["", ""]]) expect(read(field, ...entries)).toEqual(nothing);
    },
  );

  it.each([text, lines, number, integer, rating, boolean, date, moment, email, uri])(
    "says nothing where nobody can see what was typed: %j",
    (field) => {
      for (const entries of [["  "], ["\u200b"], ["", "\r\n"]]) expect(read(field, ...entries)).toEqual(nothing);
    },
  );

  it("takes an option to the letter, also one that nobody sees", () => {
    const surface = surfaceOf(choice);
    // Such an option is refused today; a question asked before that may still hold one.
    Object.assign(fieldsOf(surface)[0]!, { schema: { type: "string", enum: [" ", " x", "x"] } });
    for (const id of [" ", " x", "x"])
      expect(readForm(surface, { a: [id] })).toEqual({ values: { a: id }, issues: [] });
    expect(readForm(surface, { a: ["x "] }).values).toEqual({ a: "x " });
  });

  it.each<[Record<string, unknown>, string[], string]>([
    [integer, ["42xyz"], "number"],
    [integer, ["12.5abc"], "number"],
    [integer, ["1e3"], "number"],
    [integer, ["0x10"], "number"],
    [rating, ["three"], "number"],
    [integer, ["9007199254740993"], "inexact_number"],
    [boolean, ["on"], "wrong_type"],
    [boolean, ["True"], "wrong_type"],
    [boolean, ["1"], "wrong_type"],
    [boolean, ["true", "false"], "wrong_type"],
    [text, ["a", "b"], "wrong_type"],
    [choice, ["x", "x"], "wrong_type"],
    [number, ["1", "2"], "wrong_type"],
  ])("does not guess: %j %j", (field, entries, code) => {
    expect(read(field, ...entries)).toEqual({ values: {}, issues: [{ field: "a", code }] });
  });

  it.each(["integer", "number"])("says what an ambiguous %s could mean", (type) => {
    expect(read({ schema: { type } }, "12,500")).toEqual({
      values: {},
      issues: [{ field: "a", code: "ambiguous_number", readings: ["12500", "12.5"] }],
    });
  });

  it.each(["b", "__proto__", "toString"])("refuses a field that was not asked: %s", (field) => {
    const posted = JSON.parse(`{"${field}":["1"],"zzz":["1"]}`) as Record<string, string[]>;
    expect(readForm(surfaceOf(text), posted)).toEqual({ values: {}, issues: [{ field, code: "unknown_field" }] });
  });

  it("reads a field by the name of a prototype's property only when it was posted", () => {
    expect(readForm(surfaceOf({ ...text, name: "toString" }), {})).toEqual({ values: {}, issues: [] });
    expect(readForm(surfaceOf({ ...text, name: "toString" }), { toString: ["a"] } as never).values).toEqual({
      toString: "a",
    });
  });

  it("keeps its issues in the order of the page", () => {
    const surface = surfaceOf({ ...number, name: "z" }, { ...boolean, name: "b" }, { ...integer, name: "a" });
    expect(readForm(surface, { a: ["x"], z: ["x"], b: ["x"] }).issues.map(({ field }) => field)).toEqual([
      "z",
      "b",
      "a",
    ]);
  });
});

describe("a form that was left as it was prefilled", () => {
  it.each<[Record<string, unknown>, unknown, string[]]>([
    [text, "a", ["a"]],
    [lines, "a\n\nb", ["a\r\n\r\nb"]],
    [number, 1.234, ["1.234"]],
    [number, 1000, ["1000"]],
    [number, -0.5, ["-0.5"]],
    [number, 1e-7, ["0.0000001"]],
    [integer, 12345, ["12345"]],
    [rating, 4, ["4"]],
    [boolean, false, ["false"]],
    [choice, "y\nz", ["y\r\nz"]],
    [several, ["y\nz", "x"], ["x", "y\r\nz"]],
    [date, "2026-03-01", ["2026-03-01"]],
    [moment, "2026-03-01T09:00:00+01:00", ["2026-03-01T09:00:00+01:00"]],
  ])("changes nothing: %j %j", (field, value, posted) => {
    const surface = surfaceOf({ ...field, value });
    const { values, issues } = readForm(surface, { a: posted });
    expect(issues).toEqual([]);
    expect(checkAnswer(surface, { actionId: "send", values })).toMatchObject({ ok: true, answer: { changed: [] } });
  });
});

describe("a text without end", () => {
  const spaced = `a${" ".repeat(200_000)}b`;
  const zeros = `1${"0".repeat(200_000)}1`;
  const endless = [
    spaced,
    zeros,
    `0.${zeros}`,
    `e${"\u0301\u0316".repeat(100_000)}`,
    "\u0664".repeat(200_000),
    "T12:00".repeat(40_000),
  ];

  it.each([text, lines, number, integer, rating, boolean, date, moment, email, uri])(
    "is told so at once by %j",
    (field) => {
      const surface = surfaceOf(field);
      const read = () => {
        for (const typed of endless) {
          const length = [...typed].length;
          expect(readForm(surface, { a: [typed] }).issues).toEqual([
            { field: "a", code: "too_long", limit: 32_768, length },
          ]);
        }
      };
      expect(workOf(read)).toBeLessThan(100);
    },
  );

  it.each([text, lines, number, integer, rating, boolean, date, moment, email, uri])(
    "of the most characters is read at once by %j",
    (field) => {
      const surface = surfaceOf(field);
      const most = endless.map((typed) => `${[...typed].slice(0, 32_760).join("")}1`);
      expect(workOf(() => most.map((typed) => readForm(surface, { a: [typed] })))).toBeLessThan(50);
    },
  );

  it("of many choices is looked up at once", () => {
    const ids = Array.from({ length: 4000 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    const surface = surfaceOf({ schema: { type: "array", items: { enum: ids } } });
    const posted = { a: Array.from({ length: 100_000 }, (_, index) => ids[index % 4000]!) };
    expect(workOf(() => expect(readForm(surface, posted).issues).toEqual([]))).toBeLessThan(50);
  });

  it("is told the limit of its pattern, which is where the counter ends", () => {
    const code = { schema: { type: "string", pattern: "a" } };
    expect(read(code, spaced).issues).toEqual([{ field: "a", code: "too_long", limit: 2000, length: 200_002 }]);
    expect(read(code, "a".repeat(2001)).issues).toEqual([]);
  });
});

describe("any form at all", () => {
  it("is read without an exception, into values of the fields that were asked", () => {
    const surface = surfaceOf(
      ...[text, lines, number, integer, rating, boolean, choice, several, date, moment, email, uri].map((field, i) => ({
        ...field,
        name: `f${i}`,
      })),
    );
    const names = fieldsOf(surface).map(({ name }) => name);
    const entry = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", "1", "true", "x", "2026-03-01", "1,000"));
    const form = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), fc.array(entry, { maxLength: 3 }), {
      maxKeys: 12,
    });
    fc.assert(
      fc.property(form, (posted) => {
        const { values, issues } = readForm(surface, posted);
        expect(Object.keys(values).every((name) => names.includes(name))).toBe(true);
        const both = issues.filter(({ field }) => Object.hasOwn(values, field));
        expect(both).toEqual([]);
        checkAnswer(surface, { actionId: "send", values });
      }),
      { numRuns: 300 },
    );
  });
});
