import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SortedMap } from "@/lib/relay/core/sorted-map";

const change = fc.record({ key: fc.integer({ min: 0, max: 40 }), value: fc.option(fc.nat(), { nil: null }) });

describe("a sorted map", () => {
  it("holds what a Map holds, in key order, and never changes an earlier version", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 200 }), fc.integer({ min: -1, max: 41 }), (changes, from) => {
        const model = new Map<number, number>();
        const versions: [SortedMap<number, number>, [number, number][]][] = [];
        let map = SortedMap.empty<number, number>();
        for (const { key, value } of changes) {
          map = value === null ? map.delete(key) : map.set(key, value);
          if (value === null) model.delete(key);
          else model.set(key, value);
          versions.push([map, [...model].sort(([a], [b]) => a - b)]);
        }
        for (const [version, entries] of versions) {
          expect([...version].map(pair)).toEqual(entries);
          expect(version.size).toBe(entries.length);
          expect(version.first()?.key).toEqual(entries[0]?.[0]);
          expect(version.last()?.key).toEqual(entries.at(-1)?.[0]);
          expect([...version.values()]).toEqual(entries.map(([, value]) => value));
          expect([...version.after(from)].map(pair)).toEqual(entries.filter(([key]) => key > from));
        }
        for (let key = 0; key <= 40; key += 1) expect(map.get(key)).toBe(model.get(key));
      }),
    );
  });

  it("is made of any entries at once, as balanced as one by one", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(50), fc.nat())), (entries) => {
        const made = SortedMap.from(entries);
        expect([...made].map(pair)).toEqual([...new Map(entries)].sort(([a], [b]) => a - b));
        expect([...made.set(7, 7).delete(9)].map(pair).filter(([key]) => key !== 7)).toEqual(
          [...made].map(pair).filter(([key]) => key !== 7 && key !== 9),
        );
      }),
    );
    expect(depthOf(SortedMap.from(Array.from({ length: 1000 }, (_, key) => [key, true] as const)))).toBe(10);
  });

  it("stays shallow when it is used as a queue", () => {
    let map = SortedMap.empty<number, true>();
    for (let key = 0; key < 20_000; key += 1) {
      map = map.set(key, true);
      if (key >= 1000) map = map.delete(key - 1000);
    }
    expect(map.size).toBe(1000);
    expect(depthOf(map)).toBeLessThan(25);
  });
});

function pair({ key, value }: { key: number; value: number }): [number, number] {
  return [key, value];
}

function depthOf(map: SortedMap<number, true>): number {
  interface Node {
    left: Node | null;
    right: Node | null;
  }
  const depth = (node: Node | null): number => (node === null ? 0 : 1 + Math.max(depth(node.left), depth(node.right)));
  return depth((map as unknown as { root: Node | null }).root);
}
