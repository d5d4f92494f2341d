import { exampleField } from "@/components/surface/fields/example";
import { renderField } from "@/components/surface/fields/testing/render-field";
import { expect, it } from "vitest";

it("brings the keyboard for addresses, corrects nothing, and offers the person's own", () => {
  const html = renderField(exampleField({ name: "to", schema: { type: "string", format: "email" } }));
  expect(html).toMatch(/type="text" inputMode="email".*autoComplete="email" spellCheck="false" autoCapitalize="off"/);
});
