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
    if (typeof place.value !== "object" || place.value === null) continue;
    for (const [key, value] of Object.entries(place.value).reverse()) stack.push({ value, key, parent: place });
  }
}

/** Keys from the root to a place. */
export function pathOf(place: Place): string[] {
  const path: string[] = [];
  for (let at: Place | null = place; at !== null && at.key !== null; at = at.parent) path.push(at.key);
  return path.reverse();
}
