import { groupCommit } from "@/lib/group-commit";
import { expect, test } from "vitest";

interface Batch {
  items: string[];
  finish(): void;
}

/** Batches that run until the test lets them end; `nth` resolves when a batch has started. */
function gatedRun() {
  const batches: Batch[] = [];
  const awaited = new Map<number, (batch: Batch) => void>();
  const run = (items: readonly string[]) =>
    new Promise<string[]>((resolve) => {
      const batch = { items: [...items], finish: () => resolve(items.map((item) => item.toUpperCase())) };
      batches.push(batch);
      awaited.get(batches.length - 1)?.(batch);
    });
  const nth = (index: number) =>
    new Promise<Batch>((resolve) => {
      const batch = batches[index];
      if (batch) resolve(batch);
      else awaited.set(index, resolve);
    });
  return { batches, run, nth };
}

test("calls of one turn share a batch, and each gets its own result", async () => {
  const { batches, run, nth } = gatedRun();
  const call = groupCommit({ run });
  const results = Promise.all([call("a"), call("b"), call("c")]);
  (await nth(0)).finish();
  expect(await results).toEqual(["A", "B", "C"]);
  expect(batches.map((batch) => batch.items)).toEqual([["a", "b", "c"]]);
});

test("what arrives while a batch runs waits for the next one", async () => {
  const { batches, run, nth } = gatedRun();
  const call = groupCommit({ run });
  const first = call("a");
  const running = await nth(0);
  const second = Promise.all([call("b"), call("c")]);
  expect(batches).toHaveLength(1);
  running.finish();
  await first;
  const next = await nth(1);
  expect(next.items).toEqual(["b", "c"]);
  next.finish();
  expect(await second).toEqual(["B", "C"]);
});

test("a batch has a largest size and never the same key twice", async () => {
  const { batches, run, nth } = gatedRun();
  const call = groupCommit({ run, maxItems: 2, keyOf: (item: string) => item });
  const results = Promise.all(["a", "a", "b", "c"].map(call));
  (await nth(0)).finish();
  (await nth(1)).finish();
  expect(await results).toEqual(["A", "A", "B", "C"]);
  expect(batches.map((batch) => batch.items)).toEqual([
    ["a", "b"],
    ["a", "c"],
  ]);
});

test("one item's fault fails only that item", async () => {
  const runs: string[][] = [];
  const call = groupCommit<string, string>({
    run: async (items) => {
      runs.push([...items]);
      if (items.includes("bad")) throw new Error("bad");
      return [...items];
    },
  });
  const results = await Promise.allSettled(["a", "bad", "c"].map(call));
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(runs).toEqual([["a", "bad", "c"], ["a"], ["bad"], ["c"]]);
});

test("an outage fails the batch at once, and the next batch runs", async () => {
  let down = true;
  let runs = 0;
  const call = groupCommit<string, string>({
    run: async (items) => {
      runs += 1;
      if (down) throw new Error("down");
      return [...items];
    },
    mayBeOneItem: () => false,
  });
  const results = await Promise.allSettled(["a", "b"].map(call));
  expect(results.map((result) => result.status)).toEqual(["rejected", "rejected"]);
  expect(runs).toBe(1);
  down = false;
  expect(await call("c")).toBe("c");
});
