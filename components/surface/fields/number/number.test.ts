import { plainNumber } from "@/components/surface/fields/control";
import { exampleField } from "@/components/surface/fields/example";
import { renderField } from "@/components/surface/fields/testing/render-field";
import { describe, expect, it } from "vitest";

const number = (schema: object) => exampleField({ name: "n", schema: { type: "number", ...schema } });

describe("a number", () => {
  it("is typed as text, with a keypad only where it needs no minus", () => {
    expect(renderField(number({}))).toMatch(/type="text"(?!.*inputMode)/);
    expect(renderField(number({ minimum: 0 }))).toContain('inputMode="decimal"');
    expect(renderField(number({ type: "integer", minimum: 1 }))).toContain('inputMode="numeric"');
    expect(renderField(number({ minimum: -1 }))).not.toContain("inputMode");
  });

  it("says its bounds before it is filled in", () => {
    expect(renderField(number({ minimum: 0.5, maximum: 3 }))).toContain("Between 0.5 and 3.");
    expect(renderField(number({ minimum: 2 }))).toContain("2 or more.");
    expect(renderField(number({ maximum: 2 }))).toContain("2 or less.");
  });

  it.each([
    [1e21, "1000000000000000000000"],
    [1e-7, "0.0000001"],
    [-1.5, "-1.5"],
    [0, "0"],
  ])("%d is written %s", (value, text) => expect(plainNumber(value)).toBe(text));
});
