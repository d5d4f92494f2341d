import { exampleField, type FieldExample } from "@/components/surface/fields/example";

const amount = exampleField({
  name: "amount",
  label: "How much may it cost?",
  description: "In euros a month.",
  schema: { type: "number", minimum: 0, maximum: 500 },
});

export const examples: readonly FieldExample[] = [
  { name: "within bounds", field: amount },
  { name: "proposed", field: { ...amount, value: 12.5 } },
  {
    name: "may be negative",
    field: exampleField({ name: "offset", label: "Temperature", schema: { type: "number" }, required: false }),
  },
  {
    name: "integer",
    field: exampleField({ name: "people", label: "How many people?", schema: { type: "integer", minimum: 1 } }),
  },
  {
    name: "too big",
    field: amount,
    posted: { "f.amount": ["1.000,50"] },
    issue: { field: "amount", code: "too_big", limit: 500 },
  },
  {
    name: "not a number",
    field: exampleField({ name: "people", label: "How many people?", schema: { type: "integer" } }),
    posted: { "f.people": ["42xyz"] },
    issue: { field: "people", code: "number" },
  },
];
