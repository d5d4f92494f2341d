import type { Fault } from "../fault.js";
import { LIMITS } from "../limits.js";

/** Too deep or too large to be judged further; level 1 is the document itself. */
export function sizeFaults(document: unknown): Fault[] {
  const deep = tooDeep(document, []);
  if (deep) return [{ path: deep, ...excess(LIMITS.depth + 1, LIMITS.depth, "levels deep") }];
  const bytes = new TextEncoder().encode(JSON.stringify(document)).length;
  return bytes > LIMITS.interactionBytes ? [{ path: [], ...excess(bytes, LIMITS.interactionBytes, "bytes") }] : [];
}

function excess(length: number, limit: number, unit: string): Omit<Fault, "path"> {
  return { message: `is ${length} ${unit}; the limit is ${limit}.`, limit, length, whole: true };
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
