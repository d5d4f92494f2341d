import { exampleField, type FieldExample } from "@/components/surface/fields/example";

export const examples: readonly FieldExample[] = [
  {
    name: "plain",
    field: exampleField({ name: "reason", label: "Why do you want to wait?", schema: { type: "string" } }),
  },
  {
    name: "optional with help",
    field: exampleField({
      name: "name",
      label: "Your name",
      description: "It is shown beside the approval.",
      required: false,
      schema: { type: "string", maxLength: 60 },
    }),
  },
  {
    name: "proposed",
    field: exampleField({
      name: "branch",
      label: "Branch",
      schema: { type: "string", maxLength: 24, pattern: "^[a-z0-9/-]+$" },
      value: "fix/greeting",
    }),
  },
  {
    name: "too long",
    field: exampleField({ name: "short", label: "Two words", schema: { type: "string", maxLength: 4 } }),
    posted: { "f.short": ["cat 👩🏻‍🚀"] },
    issue: { field: "short", code: "too_long", limit: 4, length: 8 },
  },
  {
    name: "right to left",
    field: exampleField({
      name: "city",
      label: "ما اسم المدينة؟",
      description: "كما تُكتب في العنوان.",
      schema: { type: "string" },
      value: "القاهرة 123",
    }),
  },
];
