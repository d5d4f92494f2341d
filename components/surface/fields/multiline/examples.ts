import { exampleField, type FieldExample } from "@/components/surface/fields/example";

const commit = exampleField({
  name: "message",
  label: "Commit message",
  multiline: true,
  schema: { type: "string", minLength: 1, maxLength: 2000 },
  value: "Greet people by their first name\n\nAdds a test for the new greeting.",
});

export const examples: readonly FieldExample[] = [
  { name: "proposed", field: commit },
  {
    name: "plain",
    field: exampleField({
      name: "reply",
      label: "What should I answer?",
      multiline: true,
      required: false,
      schema: { type: "string", maxLength: 280 },
    }),
  },
  {
    name: "begins with a line break",
    field: exampleField({
      name: "poem",
      label: "A poem",
      multiline: true,
      schema: { type: "string" },
      value: "\n  indented, after an empty line",
    }),
  },
  {
    name: "emptied",
    field: commit,
    posted: { "f.message": [""] },
    issue: { field: "message", code: "required" },
  },
];
