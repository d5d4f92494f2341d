import { pointer } from "./pointer.js";
import { pathOf, walk } from "./walk.js";

const UNSAFE = new Set<string | null>(["__proto__", "constructor", "prototype"]);

/** Pointer of the first key, in document order, that could reach a prototype; null when there is none. */
export function findUnsafeKey(value: unknown): string | null {
  for (const place of walk(value)) {
    if (UNSAFE.has(place.key)) return pointer("", pathOf(place));
  }
  return null;
}

/** Whether a name, used as a key, could reach a prototype. */
export function isUnsafeKey(name: string): boolean {
  return UNSAFE.has(name);
}
