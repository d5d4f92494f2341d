/** A value in a document, with the way back to its root. */
interface Place {
  value: unknown;
  key: string | null;
  parent: Place | null;
}

/** Whether a value, under its key (null for the document itself), is what somebody looks for. */
type IsSought = (value: unknown, key: string | null) => boolean;

/**
 * Keys from the root to the first place, in document order and parents first, that is sought; null when there is none.
 * Any depth, without recursion.
 */
export function findPath(document: unknown, isSought: IsSought): string[] | null {
  // Nearly every document has none, and then no way back is needed.
  if (!isAnywhere(document, isSought)) return null;
  for (const place of walk(document)) if (isSought(place.value, place.key)) return pathOf(place);
  return null;
}

function isAnywhere(document: unknown, isSought: IsSought): boolean {
  if (isSought(document, null)) return true;
  const containers = isContainer(document) ? [document] : [];
  for (let container = containers.pop(); container !== undefined; container = containers.pop()) {
    for (const key of Object.keys(container)) {
      const value = container[key];
      if (isSought(value, key)) return true;
      if (isContainer(value)) containers.push(value);
    }
  }
  return false;
}

function* walk(document: unknown): Generator<Place> {
  const stack: Place[] = [{ value: document, key: null, parent: null }];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    yield place;
    const container = place.value;
    if (!isContainer(container)) continue;
    for (const key of Object.keys(container).reverse()) stack.push({ value: container[key], key, parent: place });
  }
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function pathOf(place: Place): string[] {
  const path: string[] = [];
  for (let at: Place | null = place; at !== null && at.key !== null; at = at.parent) path.push(at.key);
  return path.reverse();
}
