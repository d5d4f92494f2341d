import { exampleField } from "@/components/surface/fields/example";
import { renderField } from "@/components/surface/fields/testing/render-field";
import { expect, it } from "vitest";

const field = exampleField({ name: "m", multiline: true, schema: { type: "string" } });

it("keeps a first line break, which a parser of HTML drops", () => {
  expect(renderField({ ...field, value: "\nsecond line" })).toContain(">\n\nsecond line</textarea>");
});

it.each([
  ["", 3],
  ["one\ntwo\nthree\nfour", 5],
  ["x".repeat(400), 13],
  ["x\n".repeat(60), 16],
])("has rows that fit the draft: %j", (value, rows) => {
  expect(renderField({ ...field, value })).toContain(`rows="${rows}"`);
});
