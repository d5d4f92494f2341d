import type { Fault } from "./fault.js";
import { isStorableText } from "./text.js";
import { findPath } from "./walk.js";

/** The first string or key, in document order, that cannot be stored. */
export function findUnstorableText(document: unknown): Fault | null {
  const path = findPath(document, isUnstorable);
  return path && { path, message: "contains U+0000 or half a surrogate pair." };
}

function isUnstorable(value: unknown, key: string | null): boolean {
  return (key !== null && !isStorableText(key)) || (typeof value === "string" && !isStorableText(value));
}
