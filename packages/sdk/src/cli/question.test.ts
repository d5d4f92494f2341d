import { describe, expect, test } from "vitest";
import { interactionOf } from "./question.js";
import type { Typed } from "./typed.js";

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
  const labels = [
    "How many?",
    "How many!",
    "Größe (cm)",
    "2nd choice",
    "日付",
    "?",
    "answer",
    "Constructor",
    "x".repeat(60),
  ];
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
    "constructor_2",
    "x".repeat(60),
  ]);
});

test("details stand above the fields, and the button can be named", () => {
  const interaction = interactionOf({ ...TYPED, details: "Look.", submitLabel: "Go" });
  expect(interaction.source.components[0]).toEqual({ type: "text", text: "Look." });
  expect(interaction.actions).toEqual([{ id: "submit", label: "Go", intent: "submit" }]);
});

describe("a fault is told by what was typed", () => {
  const thirteen = Array.from({ length: 13 }, (_, at) => ({ type: "text" as const, label: `L${at}` }));
  const cases: [Partial<Typed>, string][] = [
    [{ question: "" }, "The question must not be empty."],
    [{ question: "", yesNo: true }, "The question must not be empty."],
    [{ question: "x".repeat(81) }, "The question can be at most 80 characters."],
    [{ details: "" }, "--details must not be empty."],
    [{ details: "", yesNo: true }, "--details must not be empty."],
    [{ submitLabel: " " }, "--submit-label must not be empty."],
    [{ choices: ["A", "A"] }, '--choice "A" is there twice.'],
    [{ choices: ["A", ""], several: true }, '--choice "" must not be empty.'],
    [{ choices: ["A", "B"], fields: [{ type: "date", label: "" }] }, '--date "" must not be empty.'],
    [
      { fields: [{ type: "text", multiline: true, label: "y".repeat(61) }] },
      `--multiline "${"y".repeat(30)}…" is 61 characters; the limit is 60.`,
    ],
    [{ fields: thirteen }, "There can be at most 12 fields; these are 13."],
    [
      { choices: Array.from({ length: 900 }, (_, at) => `${at}`.padEnd(60, "x")) },
      "The question with all its fields is",
    ],
  ];
  test.each(cases)("%j", (typed, text) => {
    expect(() => interactionOf({ ...TYPED, ...typed })).toThrow(
      expect.objectContaining({ name: "UsageError", message: expect.stringContaining(text) }),
    );
  });
});
