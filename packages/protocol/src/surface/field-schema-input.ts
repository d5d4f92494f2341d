import * as z from "zod";
import { LIMITS } from "../limits.js";

const count = z.int().min(0);
const id = z.string().min(1);
const titled = z.array(z.strictObject({ const: id, title: z.string().min(1).max(LIMITS.optionLabel) })).min(1);
const ids = z.array(id).min(1);
const names = z.array(z.string().min(1).max(LIMITS.optionLabel)).min(1);

export const StringSchemaInput = z.strictObject({
  type: z.literal("string"),
  minLength: count.exactOptional(),
  maxLength: count.exactOptional(),
  pattern: z.string().max(LIMITS.patternLength).exactOptional(),
  format: z.enum(["email", "uri", "date", "date-time"]).exactOptional(),
  enum: ids.exactOptional(),
  enumNames: names.exactOptional(),
  oneOf: titled.exactOptional(),
  default: z.string().exactOptional(),
});

const numeric = {
  minimum: z.number().exactOptional(),
  maximum: z.number().exactOptional(),
  multipleOf: z.number().gt(0).exactOptional(),
  default: z.number().exactOptional(),
};

export const NumberSchemaInput = z.strictObject({ type: z.literal("number"), ...numeric });
export const IntegerSchemaInput = z.strictObject({ type: z.literal("integer"), ...numeric });

export const BooleanSchemaInput = z.strictObject({
  type: z.literal("boolean"),
  const: z.literal(true).exactOptional(),
  default: z.boolean().exactOptional(),
});

export const ArraySchemaInput = z.strictObject({
  type: z.literal("array"),
  items: z.strictObject({
    type: z.literal("string").exactOptional(),
    enum: ids.exactOptional(),
    enumNames: names.exactOptional(),
    anyOf: titled.exactOptional(),
  }),
  minItems: count.exactOptional(),
  maxItems: count.exactOptional(),
  uniqueItems: z.boolean().exactOptional(),
  default: z.array(z.string()).exactOptional(),
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
