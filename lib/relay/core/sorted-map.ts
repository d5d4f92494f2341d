type Key = number | string;

export interface Entry<K extends Key, V> {
  readonly key: K;
  readonly value: V;
}

interface Node<K extends Key, V> extends Entry<K, V> {
  readonly left: Tree<K, V>;
  readonly right: Tree<K, V>;
  readonly size: number;
}

type Tree<K extends Key, V> = Node<K, V> | null;

/**
 * A map in key order of which every version stays as it was: a change copies a handful of nodes and shares the rest.
 * A weight-balanced tree with the parameters that Hirai and Yamamoto proved sound.
 */
export class SortedMap<K extends Key, V> implements Iterable<Entry<K, V>> {
  private static readonly none = new SortedMap<never, never>(null);

  private constructor(private readonly root: Tree<K, V>) {}

  static empty<K extends Key, V>(): SortedMap<K, V> {
    // An empty map holds no value of any type.
    return SortedMap.none as unknown as SortedMap<K, V>;
  }

  /** Of several entries with one key the last counts. */
  static from<K extends Key, V>(entries: Iterable<readonly [K, V]>): SortedMap<K, V> {
    const given = [...entries];
    const isSorted = given.every(([key], index) => index === 0 || (given[index - 1]?.[0] ?? key) < key);
    const sorted = isSorted ? given : [...new Map(given)].sort(([a], [b]) => (a < b ? -1 : 1));
    return new SortedMap(build(sorted, 0, sorted.length));
  }

  get size(): number {
    return sizeOf(this.root);
  }

  get(key: K): V | undefined {
    let node = this.root;
    while (node !== null) {
      if (key === node.key) return node.value;
      node = key < node.key ? node.left : node.right;
    }
    return undefined;
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  set(key: K, value: V): SortedMap<K, V> {
    return new SortedMap(insert(this.root, key, value));
  }

  delete(key: K): SortedMap<K, V> {
    if (!this.has(key)) return this;
    const root = remove(this.root, key);
    return root === null ? SortedMap.empty() : new SortedMap(root);
  }

  first(): Entry<K, V> | undefined {
    let node = this.root;
    while (node !== null && node.left !== null) node = node.left;
    return node ?? undefined;
  }

  last(): Entry<K, V> | undefined {
    let node = this.root;
    while (node !== null && node.right !== null) node = node.right;
    return node ?? undefined;
  }

  [Symbol.iterator](): Iterator<Entry<K, V>> {
    return this.after(undefined);
  }

  /** Entries in key order whose key is greater than `key`; all of them without one. */
  *after(key: K | undefined): Generator<Entry<K, V>, void> {
    const open: Node<K, V>[] = [];
    let node = this.root;
    for (;;) {
      while (node !== null) {
        const isWanted: boolean = key === undefined || node.key > key;
        if (isWanted) open.push(node);
        node = isWanted ? node.left : node.right;
      }
      const next = open.pop();
      if (next === undefined) return;
      yield next;
      node = next.right;
    }
  }

  *values(): Generator<V, void> {
    for (const { value } of this) yield value;
  }
}

const DELTA = 3;
const RATIO = 2;

function sizeOf<K extends Key, V>(tree: Tree<K, V>): number {
  return tree === null ? 0 : tree.size;
}

function join<K extends Key, V>(left: Tree<K, V>, key: K, value: V, right: Tree<K, V>): Node<K, V> {
  return { key, value, left, right, size: sizeOf(left) + sizeOf(right) + 1 };
}

/** The balanced tree of a part of sorted entries. */
function build<K extends Key, V>(sorted: readonly (readonly [K, V])[], from: number, to: number): Tree<K, V> {
  const middle = (from + to) >> 1;
  const entry = from < to ? sorted[middle] : undefined;
  return entry ? join(build(sorted, from, middle), entry[0], entry[1], build(sorted, middle + 1, to)) : null;
}

function insert<K extends Key, V>(node: Tree<K, V>, key: K, value: V): Node<K, V> {
  if (node === null) return { key, value, left: null, right: null, size: 1 };
  if (key === node.key) return { key, value, left: node.left, right: node.right, size: node.size };
  if (key < node.key) return balance(insert(node.left, key, value), node.key, node.value, node.right);
  return balance(node.left, node.key, node.value, insert(node.right, key, value));
}

function remove<K extends Key, V>(node: Tree<K, V>, key: K): Tree<K, V> {
  if (node === null) return null;
  if (key < node.key) return balance(remove(node.left, key), node.key, node.value, node.right);
  if (key > node.key) return balance(node.left, node.key, node.value, remove(node.right, key));
  if (node.left === null) return node.right;
  if (node.right === null) return node.left;
  const next = leftmost(node.right);
  return balance(node.left, next.key, next.value, remove(node.right, next.key));
}

function leftmost<K extends Key, V>(node: Node<K, V>): Node<K, V> {
  let at = node;
  while (at.left !== null) at = at.left;
  return at;
}

function balance<K extends Key, V>(left: Tree<K, V>, key: K, value: V, right: Tree<K, V>): Node<K, V> {
  const leftSize = sizeOf(left);
  const rightSize = sizeOf(right);
  if (leftSize + rightSize < 2) return join(left, key, value, right);
  if (right !== null && rightSize > DELTA * leftSize) return rotateLeft(left, key, value, right);
  if (left !== null && leftSize > DELTA * rightSize) return rotateRight(left, key, value, right);
  return join(left, key, value, right);
}

function rotateLeft<K extends Key, V>(left: Tree<K, V>, key: K, value: V, right: Node<K, V>): Node<K, V> {
  const inner = right.left;
  if (inner === null || inner.size < RATIO * sizeOf(right.right))
    return join(join(left, key, value, inner), right.key, right.value, right.right);
  const outer = join(inner.right, right.key, right.value, right.right);
  return join(join(left, key, value, inner.left), inner.key, inner.value, outer);
}

function rotateRight<K extends Key, V>(left: Node<K, V>, key: K, value: V, right: Tree<K, V>): Node<K, V> {
  const inner = left.right;
  if (inner === null || inner.size < RATIO * sizeOf(left.left))
    return join(left.left, left.key, left.value, join(inner, key, value, right));
  const outer = join(left.left, left.key, left.value, inner.left);
  return join(outer, inner.key, inner.value, join(inner.right, key, value, right));
}
