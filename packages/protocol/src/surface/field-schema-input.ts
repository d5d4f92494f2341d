import { z } from "zod";
import { LIMITS } from "../limits.js";

const count = z.int().min(0);
const id = z.string().min(1);
const titled = z.array(z.strictObject({ const: id, title: z.string().min(1).max(LIMITS.optionLabel) })).min(1);
const ids = z.array(id).min(1);
const names = z.array(z.string().min(1).max(LIMITS.optionLabel)).min(1);

export const StringSchemaInput = z.strictObject({
  type: z.literal("string"),
  minLength: count.optional(),
  maxLength: count.optional(),
  pattern: z.string().max(LIMITS.patternLength).optional(),
  format: z.enum(["email", "uri", "date", "date-time"]).optional(),
  enum: ids.optional(),
  enumNames: names.optional(),
  oneOf: titled.optional(),
  default: z.string().optional(),
});

const numeric = {
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  multipleOf: z.number().gt(0).optional(),
  default: z.number().optional(),
};

export const NumberSchemaInput = z.strictObject({ type: z.literal("number"), ...numeric });
export const IntegerSchemaInput = z.strictObject({ type: z.literal("integer"), ...numeric });

export const BooleanSchemaInput = z.strictObject({
  type: z.literal("boolean"),
  const: z.literal(true).optional(),
  default: z.boolean().optional(),
});

export const ArraySchemaInput = z.strictObject({
  type: z.literal("array"),
  items: z.strictObject({
    type: z.literal("string").optional(),
    enum: ids.optional(),
    enumNames: names.optional(),
    anyOf: titled.optional(),
  }),
  minItems: count.optional(),
  maxItems: count.optional(),
  uniqueItems: z.boolean().optional(),
  default: z.array(z.string()).optional(),
});

/** The scalar part of JSON Schema that a form can show, as agents write it. */
export const FieldSchemaInput = z.preprocess(
  impliedString,
  z.discriminatedUnion("type", [
    StringSchemaInput,
    NumberSchemaInput,
    IntegerSchemaInput,
    BooleanSchemaInput,
    ArraySchemaInput,
  ]),
);

export type FieldSchemaInput = z.output<typeof FieldSchemaInput>;

/** Several widespread generators leave `type` out where `enum` or `oneOf` says it. */
function impliedString(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema) || "type" in schema) return schema;
  return "enum" in schema || "oneOf" in schema ? { ...schema, type: "string" } : schema;
}
