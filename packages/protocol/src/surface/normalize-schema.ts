import { choiceOf } from "./choice.js";
import type { FieldShape } from "./field-shape.js";
import { RATING } from "./rating.js";
import type { FieldSchema } from "./surface.js";

/** The schema in its one normal form: options are `enum`, labels and default have moved to the field. */
export function normalizeSchema({ schema, widget }: FieldShape): FieldSchema {
  const ids = choiceOf(schema)?.options.map(({ id }) => id);
  switch (schema.type) {
    case "string":
      return ids ? { type: "string", enum: ids } : { type: "string", ...pick(schema, TEXT) };
    case "array":
      return { type: "array", items: { type: "string", enum: ids ?? [] }, ...pick(schema, ITEMS) };
    case "boolean":
      return { type: "boolean", ...pick(schema, ["const"]) };
    default:
      return { type: schema.type, ...(widget && RATING), ...pick(schema, RANGE) };
  }
}

const TEXT = ["minLength", "maxLength", "pattern", "format"] as const;
const ITEMS = ["minItems", "maxItems", "uniqueItems"] as const;
const RANGE = ["minimum", "maximum", "multipleOf"] as const;

/** In this order, and only what is there. */
function pick<T extends object, K extends keyof T>(object: T, keys: readonly K[]): Pick<T, K> {
  const picked: Partial<Pick<T, K>> = {};
  for (const key of keys) if (object[key] !== undefined) picked[key] = object[key];
  // Safe where, as here, every picked property may be left out.
  return picked as Pick<T, K>;
}
