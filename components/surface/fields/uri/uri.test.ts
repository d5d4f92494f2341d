import { exampleField } from "@/components/surface/fields/example";
import { renderField } from "@/components/surface/fields/testing/render-field";
import { expect, it } from "vitest";

it("brings the keyboard for addresses and corrects nothing", () => {
  const html = renderField(exampleField({ name: "page", schema: { type: "string", format: "uri" } }));
  expect(html).toMatch(/type="text" inputMode="url".*spellCheck="false"/);
});
