import type { Fault } from "../fault.js";
import { LIMITS } from "../limits.js";
import { isObject } from "../object.js";
import { compilePattern } from "../pattern/compile.js";
import { PatternError } from "../pattern/parse.js";

/** Many patterns, each within its limit, could together still hold up whoever checks an answer. */
export function patternTotalFaults(document: unknown): Fault[] {
  const patterns = patternsOf(document);
  const limit = LIMITS.patternTotal;
  if (patterns.length * LIMITS.patternSize <= limit) return [];
  let length = 0;
  for (const { source, index } of patterns) {
    length += sizeOf(source);
    if (length <= limit) continue;
    const path = ["source", "components", index, "schema", "pattern"];
    return [
      {
        path,
        message: `makes the patterns together too complex (${length} steps; the limit is ${limit}).`,
        limit,
        length,
      },
    ];
  }
  return [];
}

function patternsOf(document: unknown): { source: string; index: number }[] {
  const source = isObject(document) ? document["source"] : null;
  const components = isObject(source) ? source["components"] : null;
  if (!Array.isArray(components)) return [];
  return components.flatMap((component: unknown, index) => {
    const schema = isObject(component) ? component["schema"] : null;
    const pattern = isObject(schema) ? schema["pattern"] : null;
    return typeof pattern === "string" && pattern.length <= LIMITS.patternLength ? [{ source: pattern, index }] : [];
  });
}

/** One that does not compile is refused by itself. */
function sizeOf(source: string): number {
  try {
    return compilePattern(source).length;
  } catch (error) {
    if (error instanceof PatternError) return 0;
    throw error;
  }
}
