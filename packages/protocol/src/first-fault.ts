import type { Fault } from "./fault.js";

/** The fault a reader of the document meets first. What is missing is missed where its parent ends. */
export function firstFault(document: unknown, faults: readonly Fault[]): Fault {
  const whole = faults.filter((fault) => fault.whole);
  const placeOf = placesIn(document);
  const [first, ...others] = (whole.length > 0 ? whole : faults).map((fault) => ({
    fault,
    place: placeOf(fault.path),
  }));
  if (!first) throw new TypeError("There is no fault.");
  return others.reduce((best, other) => (isBefore(other.place, best.place) ? other : best), first).fault;
}

/** Index of each key of a path among its siblings. Each container is counted once, however many faults lie in it. */
function placesIn(document: unknown): (path: readonly PropertyKey[]) => number[] {
  const counted = new Map<object, Map<string, number>>();
  const orderOf = (node: object): Map<string, number> => {
    const known = counted.get(node) ?? new Map(Object.keys(node).map((key, index) => [key, index]));
    counted.set(node, known);
    return known;
  };
  return (path) => {
    let node = document;
    return path.map((key) => {
      const index = typeof node === "object" && node !== null ? orderOf(node).get(String(key)) : undefined;
      node = index === undefined ? undefined : (node as Record<PropertyKey, unknown>)[key];
      return index ?? Infinity;
    });
  };
}

function isBefore(a: number[], b: number[]): boolean {
  const differs = a.findIndex((index, level) => index !== b[level]);
  if (differs < 0) return a.length < b.length;
  return (a[differs] ?? 0) < (b[differs] ?? -1);
}
