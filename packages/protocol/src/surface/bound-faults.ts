import type { Fault } from "../fault.js";
import { LIMITS } from "../limits.js";
import { choiceOf } from "./choice.js";
import type { FieldShape } from "./field-shape.js";
import { RATING } from "./rating.js";
import type { StringFormat } from "./surface.js";
import { textCeiling } from "./text-limit.js";

/** Bounds that leave room for an answer. */
export function boundFaults(field: FieldShape): Fault[] {
  const { schema, widget } = field;
  switch (schema.type) {
    case "string":
      return [
        ...crossed(schema, "minLength", "maxLength"),
        ...beyondCeiling(schema),
        ...noneOfFormat(schema),
        ...nothing(field, "maxLength", schema.maxLength),
      ];
    case "array": {
      const options = choiceOf(schema)?.options.length ?? 0;
      const { minItems = 0 } = schema;
      if (minItems > options) return [{ path: ["schema", "minItems"], message: tooHigh(options), limit: options }];
      return [...crossed(schema, "minItems", "maxItems"), ...nothing(field, "maxItems", schema.maxItems)];
    }
    case "integer":
      return widget ? ratingFaults(schema) : [...crossed(schema, "minimum", "maximum"), ...noInteger(schema)];
    case "number":
      return [...crossed(schema, "minimum", "maximum"), ...noMultiple(schema)];
    default:
      return [];
  }
}

interface Range {
  minimum?: number | undefined;
  maximum?: number | undefined;
  multipleOf?: number | undefined;
}

function crossed<L extends string, H extends string>(
  bounds: Partial<Record<L | H, number | undefined>>,
  low: L,
  high: H,
): Fault[] {
  const [least, most] = [bounds[low], bounds[high]];
  if (least === undefined || most === undefined || least <= most) return [];
  return [{ path: ["schema", high], message: `must be at least ${low} (${least}).`, limit: least }];
}

/** A bound that no answer could use would be a promise that the form breaks. */
function beyondCeiling(schema: { minLength?: number; maxLength?: number; pattern?: string }): Fault[] {
  const limit = textCeiling(schema);
  return (["minLength", "maxLength"] as const).flatMap((key) => {
    const length = schema[key] ?? 0;
    if (length <= limit) return [];
    const reason = schema.pattern === undefined ? "" : " beside a pattern";
    return [{ path: ["schema", key], message: `can be at most ${limit}${reason}.`, limit }];
  });
}

/** An answer that has to be there, and may hold nothing. */
function nothing({ required = true }: FieldShape, key: "maxLength" | "maxItems", most: number | undefined): Fault[] {
  return required && most === 0
    ? [{ path: ["schema", key], message: "leaves no answer to a required field.", limit: 1 }]
    : [];
}

/** The shortest and the longest text of each format. */
const FORMAT_LENGTHS: Record<StringFormat, readonly [least: number, most: number]> = {
  date: [10, 10],
  "date-time": [20, Infinity],
  email: [5, 254],
  uri: [3, Infinity],
};

function noneOfFormat({ format, minLength = 0, maxLength = Infinity }: TextBounds): Fault[] {
  if (format === undefined) return [];
  const [least, most] = FORMAT_LENGTHS[format];
  if (minLength <= most && maxLength >= least) return [];
  const [key, limit] = minLength > most ? (["minLength", most] as const) : (["maxLength", least] as const);
  return [
    {
      path: ["schema", key],
      message:
        minLength > most ? `leaves no ${format}: none is that long.` : `leaves no ${format}: none is that short.`,
      limit,
    },
  ];
}

interface TextBounds {
  format?: StringFormat | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
}

/** Beyond the safe ones neighbouring integers share one double, and no answer is taken. */
function noInteger({ minimum = -Infinity, maximum = Infinity, multipleOf }: Range): Fault[] {
  if (minimum > maximum) return [];
  const least = Math.max(Math.ceil(minimum), Number.MIN_SAFE_INTEGER);
  const most = Math.min(Math.floor(maximum), Number.MAX_SAFE_INTEGER);
  if (least <= most) return noMultiple({ minimum: least, maximum: most, multipleOf });
  const key = least > Number.MAX_SAFE_INTEGER ? "minimum" : "maximum";
  return [{ path: ["schema", key], message: "leaves no whole number to choose." }];
}

/** Whole steps only: of others floating point would judge wrongly, and the answer is checked in decimals. */
function noMultiple({ minimum = -Infinity, maximum = Infinity, multipleOf }: Range): Fault[] {
  if (multipleOf === undefined || !Number.isInteger(multipleOf) || minimum > maximum) return [];
  if (Math.ceil(minimum / multipleOf) * multipleOf <= maximum) return [];
  return [{ path: ["schema", "multipleOf"], message: "has no multiple within the bounds." }];
}

function ratingFaults(schema: Range): Fault[] {
  const { minimum = RATING.minimum, maximum = RATING.maximum, multipleOf } = schema;
  const faults: Fault[] = [];
  for (const key of ["minimum", "maximum"] as const) {
    if (!Number.isSafeInteger(schema[key] ?? 0))
      faults.push({ path: ["schema", key], message: "must be a whole number." });
  }
  if (multipleOf !== undefined) faults.push({ path: ["schema", "multipleOf"], message: "does not apply to a rating." });
  const [limit, length] = [LIMITS.ratingSteps, maximum - minimum + 1];
  const place = ["schema", schema.maximum === undefined ? "minimum" : "maximum"];
  if (length > limit)
    faults.push({ path: place, message: `makes ${length} steps; the limit is ${limit}.`, limit, length });
  if (length < 2) faults.push({ path: place, message: "leaves nothing to choose." });
  return faults;
}

function tooHigh(options: number): string {
  return `is more than there are options (${options}).`;
}
