import { normalizeText } from "../text.js";
import type { AnswerValue, FieldSchema } from "./surface.js";

/** A proposal in the form an answer would have, so that an untouched field is an unchanged one. */
export function normalizeProposal(schema: FieldSchema, value: AnswerValue): AnswerValue {
  if (typeof value === "string" && schema.type === "string" && !schema.enum) return normalizeText(value);
  return value === 0 ? 0 : value;
}
