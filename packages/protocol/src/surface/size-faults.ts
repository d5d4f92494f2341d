import type { Fault } from "../fault.js";
import { LIMITS } from "../limits.js";

const UTF8 = new TextEncoder();

/** Too deep or too large to be judged further; level 1 is the document itself. */
export function sizeFaults(document: unknown): Fault[] {
  const deep = tooDeep(document, 1);
  if (deep) return [{ path: deep, ...excess(LIMITS.depth + 1, LIMITS.depth, "levels deep") }];
  if (mostBytes(document) <= LIMITS.interactionBytes) return [];
  const bytes = UTF8.encode(JSON.stringify(document)).length;
  return bytes > LIMITS.interactionBytes ? [{ path: [], ...excess(bytes, LIMITS.interactionBytes, "bytes") }] : [];
}

function excess(length: number, limit: number, unit: string): Omit<Fault, "path"> {
  return { message: `is ${length} ${unit}; the limit is ${limit}.`, limit, length, whole: true };
}

/** What a document as JSON never exceeds, without writing it: six bytes for a letter, as for a control character. */
function mostBytes(value: unknown): number {
  if (typeof value === "string") return 6 * value.length + 2;
  if (typeof value !== "object" || value === null) return LONGEST_NUMBER;
  let bytes = 2;
  for (const key of Object.keys(value))
    bytes += 6 * key.length + 4 + mostBytes((value as Record<string, unknown>)[key]);
  return bytes;
}

/** `-2.2250738585072014e-308`; what is neither text nor a container is no longer. */
const LONGEST_NUMBER = 24;

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
