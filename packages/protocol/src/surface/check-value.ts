import type { AnswerIssue } from "../answer-issue.js";
import { isMultipleOf } from "../decimal.js";
import { fitsFormat } from "../formats.js";
import { compilePattern } from "../pattern/compile.js";
import { matchesPattern } from "../pattern/match.js";
import { codePointLength, isStorableText } from "../text.js";
import { textLimit } from "./text-limit.js";
import type { ArraySchema, BooleanSchema, FieldSchema, NumberSchema, StringSchema } from "./surface.js";

export type ValueIssue = Omit<AnswerIssue, "field">;

/** The first reason why `value` does not fit `schema`; null when it fits. */
export function checkValue(schema: FieldSchema, value: unknown): ValueIssue | null {
  switch (schema.type) {
    case "string":
      return typeof value === "string" ? checkString(schema, value) : WRONG_TYPE;
    case "boolean":
      return typeof value === "boolean" ? checkBoolean(schema, value) : WRONG_TYPE;
    case "array":
      return isStrings(value) ? checkArray(schema, value) : WRONG_TYPE;
    default:
      return typeof value === "number" ? checkNumber(schema, value) : WRONG_TYPE;
  }
}

const WRONG_TYPE: ValueIssue = { code: "wrong_type" };

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function checkString(schema: StringSchema, text: string): ValueIssue | null {
  if (schema.enum) return schema.enum.includes(text) ? null : { code: "not_an_option" };
  if (!isStorableText(text)) return { code: "text" };
  const length = codePointLength(text);
  const { minLength = 0, format, pattern } = schema;
  const limit = textLimit(schema);
  if (length > limit) return { code: "too_long", limit, length };
  if (length < minLength) return { code: "too_short", limit: minLength, length };
  if (format && !fitsFormat(format, text)) return { code: "format" };
  if (pattern !== undefined && !matchesPattern(compilePattern(pattern), text)) return { code: "pattern" };
  return null;
}

function checkBoolean(schema: BooleanSchema, value: boolean): ValueIssue | null {
  return schema.const && !value ? { code: "required" } : null;
}

function checkNumber(schema: NumberSchema, value: number): ValueIssue | null {
  if (!Number.isFinite(value)) return { code: "number" };
  if (schema.type === "integer" && !Number.isInteger(value)) return { code: "integer" };
  const { minimum = -Infinity, maximum = Infinity, multipleOf } = schema;
  if (value < minimum) return { code: "too_small", limit: minimum };
  if (value > maximum) return { code: "too_big", limit: maximum };
  if (multipleOf !== undefined && !isMultipleOf(value, multipleOf)) return { code: "multiple_of", limit: multipleOf };
  // Beyond it neighbouring integers share one double: nobody could know which was meant.
  if (schema.type === "integer" && !Number.isSafeInteger(value)) return { code: "number" };
  return null;
}

function checkArray(schema: ArraySchema, ids: string[]): ValueIssue | null {
  const { minItems = 0, maxItems = Infinity } = schema;
  const options = new Set(schema.items.enum);
  if (!ids.every((id) => options.has(id))) return { code: "not_an_option" };
  if (new Set(ids).size < ids.length) return { code: "not_unique" };
  if (ids.length < minItems) return { code: "too_few", limit: minItems, length: ids.length };
  if (ids.length > maxItems) return { code: "too_many", limit: maxItems, length: ids.length };
  return null;
}
