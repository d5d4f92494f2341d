import { exampleField } from "@/components/surface/fields/example";
import { problemInWords } from "@/components/surface/problem";
import { en } from "@/components/words/en";
import { expect, it } from "vitest";

const bounds = { minimum: 1, maximum: 20_000 };
const readings: [string, string] = ["12500", "12.5"];

it.each([
  ["number", { code: "ambiguous_number", readings }, "Write 12500 or 12.5: it could mean either"],
  ["integer", { code: "ambiguous_number", readings }, "Write it without a separator for thousands: 12500"],
  ["number", { code: "inexact_number" }, "Enter a number with fewer digits: this one cannot be kept exactly"],
  ["integer", { code: "number" }, "Enter a number between 1 and 20000"],
] as const)("%s with bounds: %j is told %j", (type, issue, sentence) => {
  const field = exampleField({ name: "n", schema: { type, ...bounds } });
  expect(problemInWords({ field: "n", ...issue }, field, en)).toBe(sentence);
});
