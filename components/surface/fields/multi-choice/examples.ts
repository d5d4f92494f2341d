import { exampleField, type FieldExample } from "@/components/surface/fields/example";

const checks = exampleField({
  name: "checks",
  label: "What should run before the release?",
  schema: { type: "array", items: { type: "string", enum: ["unit", "browser", "load"] } },
  option_labels: { unit: "Unit tests", browser: "Browser tests", load: "Load test" },
});

export const examples: readonly FieldExample[] = [
  { name: "any number", field: { ...checks, required: false } },
  { name: "proposed", field: { ...checks, value: ["unit", "browser"] } },
  {
    name: "too many",
    field: {
      ...checks,
      schema: {
        ...checks.schema,
        type: "array",
        items: { type: "string", enum: ["unit", "browser", "load"] },
        minItems: 1,
        maxItems: 2,
      },
    },
    posted: { "f.checks": ["unit", "browser", "load"] },
    issue: { field: "checks", code: "too_many", limit: 2, length: 3 },
  },
];
