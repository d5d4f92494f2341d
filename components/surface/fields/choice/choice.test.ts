import { exampleField } from "@/components/surface/fields/example";
import { renderField } from "@/components/surface/fields/testing/render-field";
import { expect, it } from "vitest";

const choice = (count: number) =>
  exampleField({ name: "c", schema: { type: "string", enum: Array.from({ length: count }, (_, n) => `o${n}`) } });

it("is rows up to seven, and the device's list from eight", () => {
  expect(renderField(choice(7)).match(/type="radio"/g)).toHaveLength(7);
  expect(renderField(choice(8))).not.toContain('type="radio"');
  expect(renderField(choice(8))).toContain('<option value="" selected="">Choose one</option>');
});

it("shows the title and sends the id, titles that are ids included", () => {
  const html = renderField({ ...choice(2), option_labels: { o0: "First" } });
  expect(html).toMatch(/value="o0".*First.*value="o1".*o1/);
});

it("shows again what was chosen", () => {
  expect(renderField(choice(8), { posted: { "f.c": ["o5"] } })).toContain('<option value="o5" selected="">');
  expect(renderField(choice(3), { posted: { "f.c": ["o2"] } })).toMatch(/checked="" value="o2"|value="o2" checked=""/);
});
