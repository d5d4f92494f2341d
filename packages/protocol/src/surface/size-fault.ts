import type { Fault } from "../fault.js";
import { LIMITS } from "../limits.js";

/** Too deep or too large; level 1 is the document itself. */
export function sizeFault(document: unknown): Fault | null {
  const deep = tooDeep(document, []);
  if (deep) {
    const [limit, length] = [LIMITS.depth, LIMITS.depth + 1];
    return { path: deep, message: `is nested ${length} levels deep; the limit is ${limit}.`, limit, length };
  }
  const length = utf8Length(JSON.stringify(document) ?? "");
  const limit = LIMITS.interactionBytes;
  return length > limit ? { path: [], message: `is ${length} bytes; the limit is ${limit}.`, limit, length } : null;
}

/** Path of the first container below the last level; looks no deeper. */
function tooDeep(value: unknown, path: string[]): string[] | null {
  if (typeof value !== "object" || value === null) return null;
  if (path.length >= LIMITS.depth) return path;
  for (const [key, child] of Object.entries(value)) {
    const found = tooDeep(child, [...path, key]);
    if (found) return found;
  }
  return null;
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
