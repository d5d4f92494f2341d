import { exampleField } from "@/components/surface/fields/example";
import { renderField } from "@/components/surface/fields/testing/render-field";
import { expect, it } from "vitest";

const rating = (minimum: number, maximum: number) =>
  exampleField({ name: "r", widget: "rating", schema: { type: "integer", minimum, maximum } });

it("has a step for every whole number, ends included, and says which end is which", () => {
  const html = renderField(rating(0, 10));
  expect(html.match(/type="radio"/g)).toHaveLength(11);
  expect(html).toContain("0 is lowest, 10 is highest.");
});

it("shows the proposed step", () => {
  expect(renderField({ ...rating(1, 5), value: 4 })).toMatch(/value="4" checked=""|checked="" value="4"/);
});
