import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Ledger } from "./ledger.js";

describe("the cursor", () => {
  test("is what was dealt with, and all before it", () => {
    const ledger = new Ledger(3);
    expect(ledger.cursor).toBe(3);
    for (const seq of [4, 5, 8]) ledger.receive(seq);
    expect(ledger.cursor).toBe(3);
    ledger.settle([5]);
    expect(ledger.cursor).toBe(3);
    ledger.settle([4]);
    expect(ledger.cursor).toBe(7);
    ledger.settle([8]);
    expect(ledger.cursor).toBe(8);
  });

  test("never covers what somebody still holds, and never repeats an event", () => {
    const step = fc.oneof(
      fc.record({ receive: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ settle: fc.integer({ min: 0, max: 9 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const ledger = new Ledger(0);
        const held: number[] = [];
        const seen = new Set<number>();
        for (const one of steps) {
          if ("receive" in one) {
            expect(ledger.receive(one.receive)).toBe(!seen.has(one.receive));
            if (!seen.has(one.receive)) held.push(one.receive);
            seen.add(one.receive);
          } else ledger.settle(held.splice(one.settle % (held.length || 1), 1));
          for (const seq of held) expect(ledger.cursor).toBeLessThan(seq);
          if (held.length === 0) expect(ledger.cursor).toBe(Math.max(0, ...seen));
        }
      }),
    );
  });

  test("for a call is 0 after a lost reply, until one arrives", () => {
    const ledger = new Ledger(0);
    ledger.receive(1);
    ledger.settle([1]);
    ledger.lost();
    expect([ledger.cursor, ledger.cursorForCall]).toEqual([1, 0]);
    ledger.arrived({ total: 0, fresh: 0 });
    expect(ledger.cursorForCall).toBe(1);
  });

  test("for a call covers all that came when the last reply held nothing new", () => {
    const ledger = new Ledger(0);
    for (const seq of [1, 2, 3]) ledger.receive(seq);
    ledger.settle([2]);
    ledger.arrived({ total: 1, fresh: 0 });
    expect([ledger.cursor, ledger.cursorForCall]).toEqual([0, 3]);
    ledger.arrived({ total: 2, fresh: 1 });
    expect(ledger.cursorForCall).toBe(0);
  });
});

test("what was forgotten is the oldest", () => {
  const ledger = new Ledger(0);
  for (let seq = 1; seq <= 10_001; seq += 1) ledger.receive(seq);
  expect([ledger.receive(2), ledger.receive(10_001), ledger.receive(1)]).toEqual([false, false, true]);
});
