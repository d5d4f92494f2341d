import { exampleField, type FieldExample } from "@/components/surface/fields/example";

const email = exampleField({
  name: "email",
  label: "Where should the invoice go?",
  schema: { type: "string", format: "email" },
});

export const examples: readonly FieldExample[] = [
  { name: "plain", field: email },
  { name: "proposed", field: { ...email, value: "billing@example.com" } },
  {
    name: "no address",
    field: email,
    posted: { "f.email": ["billing at example"] },
    issue: { field: "email", code: "format" },
  },
];
