import { workOf } from "@/e2e/support/work";
import { Typed } from "@/components/answer/typed";
import { exampleField } from "@/components/surface/fields/example";
import { en } from "@/components/words/en";
import type { FieldComponent, Surface } from "@sess.si/protocol";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

const surfaceOf = (...components: FieldComponent[]): Surface => ({
  mode: "interactive",
  title: "T",
  source: { kind: "sess_surface", components },
  actions: [{ id: "go", label: "Go", intent: "submit" }],
});

const shown = (surface: Surface, posted: Record<string, string[]>) =>
  renderToStaticMarkup(createElement(Typed, { unsent: { surface, posted }, words: en }));

it("says values in the words of their fields", () => {
  const surface = surfaceOf(
    exampleField({ name: "b", schema: { type: "boolean" }, option_labels: { true: "Ship it" } }),
    exampleField({ name: "c", schema: { type: "string", enum: ["x", "y\nz"] }, option_labels: { "y\nz": "Two" } }),
  );
  const html = shown(surface, { "f.b": ["true"], "f.c": ["y\r\nz"], "f.old": ["as typed"] });
  for (const words of ["Ship it", "Two", "as typed"]) expect(html).toContain(words);
  expect(shown(surface, { "f.b": ["false"] })).toContain("No");
});

it("says thousands of values for thousands of options at once", () => {
  const ids = Array.from({ length: 4500 }, (_, index) => String.fromCodePoint(0x4e00 + index));
  const surface = surfaceOf(
    exampleField({ name: "s", schema: { type: "array", items: { type: "string", enum: ids } } }),
  );
  const posted = { "f.s": Array.from({ length: 8000 }, (_, index) => `x${index}`) };
  expect(workOf(() => shown(surface, posted))).toBeLessThan(50);
});
