import { pointer } from "./pointer.js";
import { findPath } from "./walk.js";

/** Pointer of the first key, in document order, that could reach a prototype; null when there is none. */
export function findUnsafeKey(value: unknown): string | null {
  const path = findPath(value, (_, key) => key !== null && isUnsafeKey(key));
  return path && pointer("", path);
}

/** Whether a name, used as a key, could reach a prototype. */
export function isUnsafeKey(name: string): boolean {
  return name === "__proto__" || name === "constructor" || name === "prototype";
}
