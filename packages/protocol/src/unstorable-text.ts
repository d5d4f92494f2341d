import type { Fault } from "./fault.js";
import { isStorableText } from "./text.js";

/** The first string or key, in document order, that cannot be stored. */
export function findUnstorableText(document: unknown): Fault | null {
  const stack: { value: unknown; path: readonly string[] }[] = [{ value: document, path: [] }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { value, path } = top;
    if (!isStorableText(path.at(-1) ?? "") || (typeof value === "string" && !isStorableText(value))) {
      return { path, message: "contains U+0000 or half a surrogate pair." };
    }
    if (typeof value !== "object" || value === null) continue;
    const entries = Object.entries(value);
    for (const [key, child] of entries.reverse()) stack.push({ value: child, path: [...path, key] });
  }
  return null;
}
