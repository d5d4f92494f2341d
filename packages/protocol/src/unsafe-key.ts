import { pointer } from "./pointer.js";

const UNSAFE = new Set(["__proto__", "constructor", "prototype"]);

/** Linked, not copied: the way down to a value may be a hundred thousand steps long. */
interface Place {
  value: unknown;
  key: string;
  parent: Place | null;
}

/** Pointer of the first key, in document order, that could reach a prototype; null when there is none. */
export function findUnsafeKey(value: unknown): string | null {
  const stack: Place[] = [{ value, key: "", parent: null }];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    if (place.parent !== null && UNSAFE.has(place.key)) return pointer("", pathTo(place));
    if (typeof place.value !== "object" || place.value === null) continue;
    const parent = place;
    const entries = Object.entries(place.value);
    for (const [key, child] of entries.reverse()) stack.push({ value: child, key, parent });
  }
  return null;
}

function pathTo(last: Place): string[] {
  const path: string[] = [];
  for (let place = last; place.parent !== null; place = place.parent) path.push(place.key);
  return path.reverse();
}
