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

  it.each([1e21, 1e-7, 1e-25, 5e-324, -1.5, -2.5e-21, 0])("%d is shown digit for digit", (value) => {
    const shown = /value="([^"]+)"/.exec(renderField({ ...number({}), value }))?.[1] ?? "";
    expect(shown).toMatch(/^-?\d+(\.\d+)?$/);
    expect(Number(shown)).toBe(value);
  });
});
