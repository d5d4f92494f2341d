import { exampleField } from "@/components/surface/fields/example";
import { renderField } from "@/components/surface/fields/testing/render-field";
import { expect, it } from "vitest";

const field = exampleField({ name: "day", schema: { type: "string", format: "date" } });

it("is a calendar and a line to type in, folded until it is used", () => {
  const html = renderField({ ...field, value: "2026-03-01" });
  expect(html).toContain('type="date"');
  expect(html).toContain('value="2026-03-01"');
  expect(html).toContain('<details class="field-more">');
  expect(renderField(field, { posted: { "f.day.typed": ["30 Feb"] } })).toMatch(/<details[^>]* open=""/);
});
