import type { Fault } from "../fault.js";
import { LIMITS } from "../limits.js";

const UTF8 = new TextEncoder();

/** Too deep or too large to be judged further; level 1 is the document itself. */
export function sizeFaults(document: unknown): Fault[] {
  const deep = tooDeep(document, 1);
  if (deep) return [{ path: deep, ...excess(LIMITS.depth + 1, LIMITS.depth, "levels deep") }];
  const bytes = UTF8.encode(JSON.stringify(document)).length;
  return bytes > LIMITS.interactionBytes ? [{ path: [], ...excess(bytes, LIMITS.interactionBytes, "bytes") }] : [];
}

function excess(length: number, limit: number, unit: string): Omit<Fault, "path"> {
  return { message: `is ${length} ${unit}; the limit is ${limit}.`, limit, length, whole: true };
}

/** Path of the first container below the last level; looks no deeper. */
function tooDeep(value: unknown, level: number): string[] | null {
  if (typeof value !== "object" || value === null) return null;
  if (level > LIMITS.depth) return [];
  for (const key of Object.keys(value)) {
    const below = tooDeep((value as Record<string, unknown>)[key], level + 1);
    if (below) return [key, ...below];
  }
  return null;
}
