import type { Fault } from "./fault.js";

/** The fault a reader of the document meets first. What is missing is missed where its parent ends. */
export function firstFault(document: unknown, faults: readonly Fault[]): Fault {
  const whole = faults.filter((fault) => fault.whole);
  const [first, ...others] = (whole.length > 0 ? whole : faults).map((fault) => ({
    fault,
    place: placeOf(document, fault.path),
  }));
  if (!first) throw new TypeError("There is no fault.");
  return others.reduce((best, other) => (isBefore(other.place, best.place) ? other : best), first).fault;
}

/** Index of each key among its siblings. */
function placeOf(document: unknown, path: readonly PropertyKey[]): number[] {
  let node = document;
  return path.map((key) => {
    const keys = typeof node === "object" && node !== null ? Object.keys(node) : [];
    const index = keys.indexOf(String(key));
    node = index < 0 ? undefined : (node as Record<PropertyKey, unknown>)[key];
    return index < 0 ? Infinity : index;
  });
}

function isBefore(a: number[], b: number[]): boolean {
  const differs = a.findIndex((index, level) => index !== b[level]);
  if (differs < 0) return a.length < b.length;
  return (a[differs] ?? 0) < (b[differs] ?? -1);
}
