import { choiceOf } from "./choice.js";
import type { FieldShape } from "./field-input.js";
import { RATING } from "./rating.js";
import type { FieldSchema } from "./surface.js";

/** The schema in its one normal form: options are `enum`, labels and default have moved to the field. */
export function normalizeSchema({ schema, widget }: FieldShape): FieldSchema {
  const ids = choiceOf(schema)?.options.map(({ id }) => id);
  switch (schema.type) {
    case "string":
      return ids ? { type: "string", enum: ids } : present({ type: "string", ...only(schema, TEXT) });
    case "array":
      return present({ type: "array", items: { type: "string", enum: ids ?? [] }, ...only(schema, ITEMS) });
    case "boolean":
      return present({ type: "boolean", const: schema.const });
    default:
      return present({ type: schema.type, ...(widget && RATING), ...present(only(schema, RANGE)) });
  }
}

const TEXT = ["minLength", "maxLength", "pattern", "format"] as const;
const ITEMS = ["minItems", "maxItems", "uniqueItems"] as const;
const RANGE = ["minimum", "maximum", "multipleOf"] as const;

function only<T extends object, K extends keyof T>(object: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, object[key]])) as Pick<T, K>;
}

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Without the properties that are undefined. */
function present<const T extends object>(object: T): Present<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Present<T>;
}
