import { z } from "zod";
import type { RelayErrorCode } from "./errors.js";

const REFUSALS = z.registry<{ code: RelayErrorCode }>();

/** Marks a member of a body whose faults have a code of their own. */
export function refusedAs<S extends z.ZodType>(code: RelayErrorCode, schema: S): S {
  REFUSALS.add(schema, { code });
  return schema;
}

/** The code for a fault at `path` of a body: that of its member, or `validation_error`. */
export function refusalCode(schema: z.ZodType, path: readonly PropertyKey[]): RelayErrorCode {
  const [key] = path;
  const member: unknown = schema instanceof z.ZodObject && typeof key === "string" ? schema.shape[key] : undefined;
  return (member instanceof z.ZodType ? REFUSALS.get(member)?.code : undefined) ?? "validation_error";
}
