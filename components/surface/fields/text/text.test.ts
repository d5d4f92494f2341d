import { exampleField } from "@/components/surface/fields/example";
import { renderField } from "@/components/surface/fields/testing/render-field";
import { describe, expect, it } from "vitest";

const text = (name: string, schema = {}) => exampleField({ name, schema: { type: "string", ...schema } });

describe("a line of text", () => {
  it("lets the browser offer what it knows by the field's name, and nothing otherwise", () => {
    expect(renderField(text("fullName"))).toContain('autoComplete="name"');
    expect(renderField(text("phone-number"))).toContain('autoComplete="tel"');
    expect(renderField(text("constructor"))).toContain('autoComplete="off"');
  });

  it("is not corrected where it is a code", () => {
    expect(renderField(text("code", { pattern: "^[A-Z]+$" }))).toMatch(/spellCheck="false" autoCapitalize="off"/);
    expect(renderField(text("reason"))).not.toContain("spellCheck");
  });

  it("shows markup as text", () => {
    const html = renderField({ ...text("x"), label: "<b>&", value: '"><script>' });
    expect(html).toContain("&lt;b&gt;&amp;");
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;"');
  });

  it.each(["  x\ny ", "x\r\ny", "x\ry"])("keeps the breaks of what the agent drafted: %j", (value) => {
    expect(renderField({ ...text("x"), value })).toContain("<textarea");
    expect(renderField({ ...text("x"), value: "x y" })).not.toContain("<textarea");
  });

  it("counts against the limit that the server checks: its own, else that of any answer", () => {
    expect(renderField(text("x", { maxLength: 24 }))).toContain('data-count="24"');
    expect(renderField(text("x", { pattern: "a" }))).toContain('data-count="2000"');
    expect(renderField(text("x"))).toContain('data-count="32768"');
  });
});
