import { exampleField, type FieldExample } from "@/components/surface/fields/example";

const call = exampleField({
  name: "call",
  label: "When may I call?",
  schema: { type: "string", format: "date-time" },
});

export const examples: readonly FieldExample[] = [
  { name: "plain", field: call },
  { name: "proposed", field: { ...call, value: "2026-03-01T14:30:00Z" } },
  {
    name: "no such moment",
    field: call,
    posted: { "f.call": [""], "f.call.typed": ["2026-02-30 14:30"], "f.call.zone": ["+02:00"] },
    issue: { field: "call", code: "format" },
  },
  {
    name: "nothing chosen",
    field: call,
    posted: { "f.call": [""], "f.call.zone": ["+02:00"] },
    issue: { field: "call", code: "required" },
  },
];
