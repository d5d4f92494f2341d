import { describe, expect, it } from "vitest";
import { field, surfaceOf, textComponent } from "../../test/examples.js";
import { checkValue } from "./check-value.js";
import { fieldKind, fieldsOf, optionsOf } from "./field.js";
import { textLimit } from "./text-limit.js";

const only = (schema: unknown, rest: Record<string, unknown> = {}) => fieldsOf(surfaceOf(field(schema, rest)))[0]!;

describe("fields", () => {
  it("come in the order of the page, without what is only read", () => {
    const surface = surfaceOf(
      textComponent,
      field({ type: "string" }, { name: "b" }),
      textComponent,
      field({ type: "boolean" }),
    );
    expect(fieldsOf(surface).map(({ name }) => name)).toEqual(["b", "a"]);
  });

  it.each([
    ["text", { type: "string" }, {}],
    ["text", { type: "string", pattern: "a" }, { multiline: false }],
    ["multiline", { type: "string" }, { multiline: true }],
    ["email", { type: "string", format: "email" }, {}],
    ["uri", { type: "string", format: "uri" }, {}],
    ["date", { type: "string", format: "date" }, {}],
    ["date-time", { type: "string", format: "date-time" }, {}],
    ["number", { type: "number" }, {}],
    ["integer", { type: "integer" }, {}],
    ["rating", { type: "integer" }, { widget: "rating" }],
    ["boolean", { type: "boolean", const: true }, {}],
    ["choice", { type: "string", enum: ["a"] }, {}],
    ["multi_choice", { type: "array", items: { enum: ["a"] } }, {}],
  ])("%s is the kind of %j", (kind, schema, rest) => {
    expect(fieldKind(only(schema, rest))).toBe(kind);
  });
});

describe("options", () => {
  it("have the label that was given, else their id", () => {
    expect(optionsOf(only({ type: "string", enum: ["a", "toString"] }, { option_labels: { a: "A" } }))).toEqual([
      { id: "a", label: "A" },
      { id: "toString", label: "toString" },
    ]);
    expect(optionsOf(only({ type: "array", items: { anyOf: [{ const: "a", title: "A" }] } }))).toEqual([
      { id: "a", label: "A" },
    ]);
  });

  it("are none where there is nothing to choose", () => {
    for (const schema of [{ type: "string" }, { type: "boolean" }, { type: "number" }])
      expect(optionsOf(only(schema))).toEqual([]);
  });
});

describe("the most characters of a text", () => {
  it.each([
    [{}, 32_768],
    [{ maxLength: 5 }, 5],
    [{ maxLength: 0 }, 0],
    [{ pattern: "a" }, 2000],
    [{ pattern: "a", maxLength: 5 }, 5],
  ])("%j are %i, for whoever counts and whoever checks", (rest, limit) => {
    const schema = { type: "string", ...rest } as const;
    expect(textLimit(schema)).toBe(limit);
    expect(checkValue(schema, "a".repeat(limit))).toBeNull();
    expect(checkValue(schema, "a".repeat(limit + 1))).toEqual({ code: "too_long", limit, length: limit + 1 });
  });
});
