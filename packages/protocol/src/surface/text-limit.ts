import { LIMITS } from "../limits.js";
import type { StringSchema } from "./surface.js";

/** The most code points that an answer to a text field may have: what the schema says, and never more than is taken. */
export function textLimit(schema: StringSchema): number {
  return Math.min(schema.maxLength ?? Infinity, textCeiling(schema));
}

/** The most that a schema may allow. A pattern is tried on shorter texts only. */
export function textCeiling({ pattern }: { pattern?: string | undefined }): number {
  return pattern === undefined ? LIMITS.answerText : LIMITS.patternText;
}
