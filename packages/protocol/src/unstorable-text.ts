import type { Fault } from "./fault.js";
import { isStorableText } from "./text.js";
import { pathOf, walk } from "./walk.js";

/** The first string or key, in document order, that cannot be stored. */
export function findUnstorableText(document: unknown): Fault | null {
  for (const place of walk(document)) {
    const { key, value } = place;
    const isStorable = isStorableText(key ?? "") && (typeof value !== "string" || isStorableText(value));
    if (!isStorable) return { path: pathOf(place), message: "contains U+0000 or half a surrogate pair." };
  }
  return null;
}
