import { fitForm } from "@/lib/ask/core/fit-form";
import { surface } from "@/lib/ask/core/testing/states";
import { expect, test } from "vitest";

test("a form that fits becomes a typed answer, with what was changed of the proposal", () => {
  const fitted = fitForm(surface, { actionId: "book", fields: { seats: ["4"], wish: ["window"] } });
  expect(fitted).toMatchObject({ ok: true, answer: { actionId: "book", values: { seats: 4, wish: "window" } } });
});

test("a reject needs no valid fields and carries none", () => {
  const fitted = fitForm(surface, { actionId: "drop", fields: { seats: ["many"], wish: [""] } });
  expect(fitted).toEqual({ ok: true, answer: { actionId: "drop", values: {}, changed: [] } });
});

test("an action that is not offered is the only thing said", () => {
  const fitted = fitForm(surface, { actionId: "pay", fields: { seats: ["many"] } });
  expect(fitted).toEqual({ ok: false, issues: [{ field: "", code: "unknown_action" }] });
});

test("problems come in the order of the page, one for each field", () => {
  const fitted = fitForm(surface, { actionId: "book", fields: { wish: [""], seats: ["2 or 3"] } });
  if (fitted.ok) expect.unreachable();
  expect(fitted.issues.map(({ field }) => field)).toEqual(["seats", "wish"]);
});
