import type { FieldComponent, FieldKind, Surface } from "./surface.js";

/** The fields of a Surface in the order a person meets them. */
export function fieldsOf(surface: Surface): FieldComponent[] {
  return surface.source.components.filter((component) => component.type === "field");
}

/** What kind of control a field needs. */
export function fieldKind(field: FieldComponent): FieldKind {
  const { schema } = field;
  if (schema.type === "array") return "multi_choice";
  if (schema.type !== "string") return field.widget ?? schema.type;
  if (schema.enum) return "choice";
  return schema.format ?? (field.multiline ? "multiline" : "text");
}

/** The options of a choice with the words a person reads; none for other kinds. */
export function optionsOf(field: FieldComponent): { id: string; label: string }[] {
  const labels = field.option_labels ?? {};
  return optionIds(field).map((id) => ({ id, label: Object.hasOwn(labels, id) ? (labels[id] ?? id) : id }));
}

function optionIds({ schema }: FieldComponent): string[] {
  if (schema.type === "array") return schema.items.enum;
  return schema.type === "string" ? (schema.enum ?? []) : [];
}
