import type { FieldShape } from "../surface/field-shape.js";
import type { FieldSchemaInput } from "../surface/field-schema-input.js";
import type { AskField } from "./ask-field.js";

/** An ask's field as a field of an interaction. */
export function toField(field: AskField): FieldShape {
  const { name, label, description, required, multiline, value } = field;
  return {
    type: "field",
    name,
    label,
    ...(description !== undefined && { description }),
    ...(required !== undefined && { required }),
    ...(multiline && { multiline }),
    ...(field.type === "rating" && { widget: "rating" }),
    schema: toSchema(field),
    ...(value !== undefined && { value }),
  };
}

function toSchema({ type, options = [], min, max }: AskField): FieldSchemaInput {
  switch (type) {
    case "text":
      return { type: "string", ...bounds("minLength", min, "maxLength", max) };
    case "date":
      return { type: "string", format: "date" };
    case "datetime":
      return { type: "string", format: "date-time" };
    case "choice":
      return { type: "string", enum: options };
    case "multi_choice":
      return { type: "array", items: { type: "string", enum: options }, ...bounds("minItems", min, "maxItems", max) };
    case "boolean":
      return { type: "boolean" };
    case "rating":
      return { type: "integer", ...bounds("minimum", min, "maximum", max) };
    default:
      return { type, ...bounds("minimum", min, "maximum", max) };
  }
}

function bounds<L extends string, H extends string>(low: L, min: number | undefined, high: H, max: number | undefined) {
  const set = [
    [low, min],
    [high, max],
  ].filter(([, bound]) => bound !== undefined);
  return Object.fromEntries(set) as Partial<Record<L | H, number>>;
}
