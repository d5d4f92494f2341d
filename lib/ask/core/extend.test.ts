import { extend } from "@/lib/ask/core/extend";
import { deadlineOf, horizonOf, phaseOf } from "@/lib/ask/core/phase";
import type { InteractionState } from "@/lib/ask/core/state";
import { CREATED, HOUR, IN_PHASE, waiting } from "@/lib/ask/core/testing/states";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const MINUTE = 60_000;
const extendable = fc.integer({ min: 30_000, max: 20 * HOUR });

function pressed(state: InteractionState, now: number): InteractionState | null {
  const decision = extend(state, now);
  return decision && { ...state, extendedUntil: decision.event.until };
}

describe("extend", () => {
  test.each([
    ["adds the lifetime to the deadline", HOUR, 10 * MINUTE, 2 * HOUR],
    ["adds two minutes to a short one", 30_000, 10_000, 30_000 + 2 * MINUTE],
    ["counts from now once lapsed", HOUR, 3 * HOUR, 4 * HOUR],
    ["ends at the horizon", 20 * HOUR, HOUR, 24 * HOUR],
    ["gives what is left, late in a lapse", HOUR, 10.5 * HOUR, 11 * HOUR],
  ])("%s", (_, lifetimeMs, at, until) => {
    const decision = extend(waiting({ lifetimeMs }), CREATED + at);
    expect(decision?.event).toEqual({ type: "extended", until: CREATED + until });
    expect(decision?.validUntil).toBe(horizonOf(waiting({ lifetimeMs })));
  });

  test.each(["answered", "completed", "expired", "withdrawn"] as const)("gives no time while %s", (phase) => {
    expect(extend(IN_PHASE[phase].state, IN_PHASE[phase].now)).toBeNull();
  });

  test("a press always opens the form again, moves the deadline and stays within the horizon", () => {
    fc.assert(
      fc.property(extendable, fc.array(fc.nat({ max: 2 * HOUR })), (lifetimeMs, pauses) => {
        let state = waiting({ lifetimeMs });
        let now = CREATED;
        for (const pause of pauses) {
          now += pause;
          const next = pressed(state, now);
          if (next === null) continue;
          expect(deadlineOf(next)).toBeGreaterThan(deadlineOf(state));
          expect(deadlineOf(next)).toBeLessThanOrEqual(horizonOf(next));
          expect(phaseOf(next, now)).toBe("waiting");
          state = next;
        }
        expect(horizonOf(state)).toBe(horizonOf(waiting({ lifetimeMs })));
      }),
    );
  });

  test("whoever presses in time can press ten times, unless a whole day has passed before", () => {
    fc.assert(
      fc.property(extendable, fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (lifetimeMs, patience) => {
        let state = waiting({ lifetimeMs });
        let presses = 0;
        let now = CREATED;
        for (;;) {
          now += Math.floor((deadlineOf(state) - 1 - now) * patience);
          const next = pressed(state, now);
          if (next === null) break;
          presses += 1;
          state = next;
        }
        const isCutByTheDay = deadlineOf(state) === CREATED + 24 * HOUR;
        expect(presses >= 10 || isCutByTheDay).toBe(true);
        expect(deadlineOf(state)).toBe(horizonOf(state));
      }),
    );
  });
});
