import { expect, test } from "vitest";
import { interactionOf, type Typed } from "./question.js";

const TYPED: Typed = { question: "Q", yesNo: false, choices: [], several: false, fields: [] };

function fieldsOf(typed: Partial<Typed>) {
  const { components } = interactionOf({ ...TYPED, ...typed }).source;
  return components.flatMap((component) => (component.type === "field" ? [component] : []));
}

test("nothing but a question asks for free text", () => {
  expect(fieldsOf({})).toEqual([
    { type: "field", name: "answer", label: "Your answer", multiline: true, schema: { type: "string" } },
  ]);
});

test("every flag asks for its kind", () => {
  const kinds = ["text", "number", "integer", "date", "datetime", "rating"] as const;
  const fields = fieldsOf({ fields: kinds.map((type) => ({ type, label: type })) });
  expect(fields.map(({ name, schema, widget }) => [name, schema.type, widget])).toEqual([
    ["text", "string", undefined],
    ["number", "number", undefined],
    ["integer", "integer", undefined],
    ["date", "string", undefined],
    ["datetime", "string", undefined],
    ["rating", "integer", "rating"],
  ]);
});

test("labels become names that a program can read", () => {
  const labels = ["How many?", "How many!", "Größe (cm)", "2nd choice", "日付", "?", "answer", "x".repeat(60)];
  const fields = fieldsOf({ choices: ["a", "b"], fields: labels.map((label) => ({ type: "text", label })) });
  expect(fields.map(({ name }) => name)).toEqual([
    "answer",
    "how_many",
    "how_many_2",
    "gro_e_cm",
    "nd_choice",
    "field",
    "field_2",
    "answer_2",
    "x".repeat(60),
  ]);
});

test("details stand above the fields, and the button can be named", () => {
  const interaction = interactionOf({ ...TYPED, details: "Look.", submitLabel: "Go" });
  expect(interaction.source.components[0]).toEqual({ type: "text", text: "Look." });
  expect(interaction.actions).toEqual([{ id: "submit", label: "Go", intent: "submit" }]);
});

test("more than twelve fields are too many", () => {
  const fields = Array.from({ length: 13 }, (_, at) => ({ type: "text" as const, label: `L${at}` }));
  expect(() => interactionOf({ ...TYPED, fields })).toThrow(expect.objectContaining({ kind: "configuration" }));
});
