import { exampleField, type FieldExample } from "@/components/surface/fields/example";

const mood = exampleField({
  name: "mood",
  label: "How sure are you?",
  widget: "rating",
  schema: { type: "integer", minimum: 1, maximum: 5 },
});

export const examples: readonly FieldExample[] = [
  { name: "five steps", field: mood },
  { name: "proposed, optional", field: { ...mood, required: false, value: 4 } },
  { name: "eleven steps", field: { ...mood, schema: { type: "integer", minimum: 0, maximum: 10 } } },
  { name: "missing", field: mood, posted: {}, issue: { field: "mood", code: "required" } },
];
