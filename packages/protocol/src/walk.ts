/** A value in a document, with the way back to its root. */
export interface Place {
  value: unknown;
  key: string | null;
  parent: Place | null;
}

/** Every value of a document in document order, parents first; any depth, without recursion. */
export function* walk(document: unknown): Generator<Place> {
  const stack: Place[] = [{ value: document, key: null, parent: null }];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    yield place;
    const container = place.value;
    if (typeof container !== "object" || container === null) continue;
    for (const key of Object.keys(container).reverse())
      stack.push({ value: (container as Record<string, unknown>)[key], key, parent: place });
  }
}

/** Keys from the root to a place. */
export function pathOf(place: Place): string[] {
  const path: string[] = [];
  for (let at: Place | null = place; at !== null && at.key !== null; at = at.parent) path.push(at.key);
  return path.reverse();
}
