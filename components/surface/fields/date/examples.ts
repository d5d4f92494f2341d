import { exampleField, type FieldExample } from "@/components/surface/fields/example";

const start = exampleField({
  name: "start",
  label: "When should it start?",
  schema: { type: "string", format: "date" },
});

export const examples: readonly FieldExample[] = [
  { name: "plain", field: start },
  { name: "proposed", field: { ...start, value: "2026-03-01" } },
  {
    name: "no such day",
    field: start,
    posted: { "f.start": [""], "f.start.typed": ["2026-02-30"] },
    issue: { field: "start", code: "format" },
  },
];
