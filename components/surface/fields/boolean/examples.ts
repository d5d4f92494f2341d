import { exampleField, type FieldExample } from "@/components/surface/fields/example";

const notify = exampleField({
  name: "notify",
  label: "Tell the customer about it?",
  schema: { type: "boolean" },
});

export const examples: readonly FieldExample[] = [
  { name: "plain", field: notify },
  { name: "proposed no", field: { ...notify, value: false } },
  { name: "optional", field: { ...notify, required: false } },
  { name: "own words", field: { ...notify, option_labels: { true: "Tell them now", false: "Keep quiet" } } },
  {
    name: "consent",
    field: exampleField({
      name: "terms",
      label: "The data leaves the company",
      schema: { type: "boolean", const: true },
      option_labels: { true: "I agree" },
    }),
  },
  { name: "missing", field: notify, posted: {}, issue: { field: "notify", code: "required" } },
];
