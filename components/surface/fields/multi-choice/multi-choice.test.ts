import { exampleField } from "@/components/surface/fields/example";
import { renderField } from "@/components/surface/fields/testing/render-field";
import { expect, it } from "vitest";

const field = (bounds: object) =>
  exampleField({ name: "m", schema: { type: "array", items: { type: "string", enum: ["a", "b", "c"] }, ...bounds } });

it.each([
  [{}, null],
  [{ minItems: 1 }, null],
  [{ minItems: 2 }, "Choose at least 2."],
  [{ maxItems: 2 }, "Choose at most 2."],
  [{ minItems: 1, maxItems: 2 }, "Choose 1 to 2."],
  [{ minItems: 2, maxItems: 2 }, "Choose 2."],
  [{ minItems: 3, maxItems: 9 }, "Choose 3."],
])("%j says %s", (bounds, hint) => {
  const html = renderField(field(bounds));
  if (hint === null) expect(html).not.toContain("Choose ");
  else expect(html).toContain(hint);
});

it("ticks what was proposed", () => {
  expect(renderField({ ...field({}), value: ["a", "c"] }).match(/checked=""/g)).toHaveLength(2);
});
