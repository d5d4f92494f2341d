import { exampleField, type FieldExample } from "@/components/surface/fields/example";

const page = exampleField({
  name: "page",
  label: "Which page is wrong?",
  description: "Copy the address from your browser.",
  schema: { type: "string", format: "uri" },
});

export const examples: readonly FieldExample[] = [
  { name: "plain", field: page },
  {
    name: "incomplete",
    field: page,
    posted: { "f.page": ["example.com/prices"] },
    issue: { field: "page", code: "format" },
  },
];
