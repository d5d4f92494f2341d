import { exampleField } from "@/components/surface/fields/example";
import { renderField } from "@/components/surface/fields/testing/render-field";
import { describe, expect, it } from "vitest";

const field = exampleField({ name: "b", schema: { type: "boolean" } });

describe("yes or no", () => {
  it("is two rows: no is an answer", () => {
    const html = renderField(field);
    expect(html).toMatch(/type="radio" name="f\.b" value="true".*type="radio" name="f\.b" value="false"/);
    expect(html).not.toContain("checkbox");
  });

  it("can be left open again where it is optional", () => {
    expect(renderField({ ...field, required: false })).toContain("No answer");
    expect(renderField(field)).not.toContain("No answer");
  });

  it("as consent is one box", () => {
    const html = renderField({ ...field, schema: { type: "boolean", const: true } });
    expect(html).toMatch(/type="checkbox" name="f\.b" value="true"/);
    expect(html).not.toContain('value="false"');
  });

  it("shows a proposed no as chosen", () => {
    expect(renderField({ ...field, value: false })).toMatch(/value="false" checked=""|checked="" value="false"/);
  });
});
