import type { Fault } from "../fault.js";
import { compilePattern } from "../pattern/compile.js";
import { PatternError } from "../pattern/parse.js";
import { isStorableText } from "../text.js";
import type { FieldShape } from "./field-shape.js";

/** A pattern that cannot be tried in bounded time is refused before anybody sees the form. */
export function patternFaults({ schema }: FieldShape): Fault[] {
  if (schema.type !== "string" || schema.pattern === undefined || !isStorableText(schema.pattern)) return [];
  try {
    compilePattern(schema.pattern);
    return [];
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return [{ path: ["schema", "pattern"], message: `cannot be used: ${error.message}.` }];
  }
}
