import { canExtend, deadlineOf, horizonOf, nextBoundary, phaseOf, publicState } from "@/lib/ask/core/phase";
import type { InteractionState, Phase } from "@/lib/ask/core/state";
import { answer, CREATED, HOUR, IN_PHASE, waiting } from "@/lib/ask/core/testing/states";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const MINUTE = 60_000;
const DAY = 24 * HOUR;

const lifetimes = fc.integer({ min: 30_000, max: 30 * DAY });
const moments = fc.integer({ min: CREATED, max: CREATED + 40 * DAY });
const states: fc.Arbitrary<InteractionState> = fc
  .record({
    lifetimeMs: lifetimes,
    share: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    answered: fc.boolean(),
    completed: fc.boolean(),
    withdrawn: fc.boolean(),
  })
  .map(({ lifetimeMs, share, answered, completed, withdrawn }) => {
    const plain = waiting({ lifetimeMs });
    const room = horizonOf(plain) - plain.expiresAt;
    return waiting({
      lifetimeMs,
      extendedUntil: share === null || room === 0 ? null : plain.expiresAt + Math.ceil(share * room),
      answer: answered ? answer : null,
      completedAt: answered && completed ? CREATED + 5000 : null,
      withdrawnAt: !answered && withdrawn ? CREATED + 5000 : null,
    });
  });

describe("phaseOf", () => {
  test.each(Object.entries(IN_PHASE))("%s", (phase, { state, now }) => {
    expect(phaseOf(state, now)).toBe(phase);
  });

  test("turns at the first millisecond that is too late", () => {
    const state = waiting();
    expect(phaseOf(state, CREATED + HOUR - 1)).toBe("waiting");
    expect(phaseOf(state, CREATED + HOUR)).toBe("lapsed");
    expect(phaseOf(state, CREATED + 11 * HOUR - 1)).toBe("lapsed");
    expect(phaseOf(state, CREATED + 11 * HOUR)).toBe("expired");
  });

  test("an answer, a completion and a withdrawal outlast every deadline", () => {
    const late = CREATED + 365 * DAY;
    expect(phaseOf(IN_PHASE.answered.state, late)).toBe("answered");
    expect(phaseOf(IN_PHASE.completed.state, late)).toBe("completed");
    expect(phaseOf(IN_PHASE.withdrawn.state, late)).toBe("withdrawn");
  });

  test("is total, and time alone leads only forwards", () => {
    const order: Phase[] = ["waiting", "lapsed", "expired"];
    fc.assert(
      fc.property(states, moments, moments, (state, a, b) => {
        const [before, after] = [phaseOf(state, Math.min(a, b)), phaseOf(state, Math.max(a, b))];
        if (order.includes(before)) expect(order.indexOf(after)).toBeGreaterThanOrEqual(order.indexOf(before));
        else expect(after).toBe(before);
      }),
    );
  });

  test("nothing happens between now and the next boundary, and something does at it", () => {
    fc.assert(
      fc.property(states, moments, (state, now) => {
        const boundary = nextBoundary(state, now);
        const phase = phaseOf(state, now);
        if (boundary === null) {
          expect(phaseOf(state, now + 400 * DAY)).toBe(phase);
          return;
        }
        expect(boundary).toBeGreaterThan(now);
        expect(phaseOf(state, boundary - 1)).toBe(phase);
        expect(phaseOf(state, boundary)).not.toBe(phase);
      }),
    );
  });

  test("the agent is never told of a lapse", () => {
    expect(Object.keys(IN_PHASE).map((phase) => publicState(phase as Phase))).toEqual([
      "waiting",
      "waiting",
      "answered",
      "completed",
      "expired",
      "withdrawn",
    ]);
  });
});

describe("horizonOf", () => {
  test.each([
    ["30 s: eleven times two minutes", 30_000, 22 * MINUTE],
    ["2 min", 2 * MINUTE, 22 * MINUTE],
    ["1 h", HOUR, 11 * HOUR],
    ["3 h: a day", 3 * HOUR, DAY],
    ["20 h: a day", 20 * HOUR, DAY],
    ["more than 20 h: no extension at all", 20 * HOUR + 1, 20 * HOUR + 1],
    ["30 d", 30 * DAY, 30 * DAY],
  ])("%s", (_, lifetimeMs, expected) => {
    expect(horizonOf(waiting({ lifetimeMs })) - CREATED).toBe(expected);
  });

  test("is never before the deadline, and extensions never move it", () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(horizonOf(state)).toBeGreaterThanOrEqual(deadlineOf(state));
        const { createdAt, lifetimeMs, expiresAt } = state;
        expect(horizonOf({ createdAt, lifetimeMs, expiresAt })).toBe(horizonOf(state));
      }),
    );
  });
});

test.each([
  ["waiting", true],
  ["lapsed", true],
  ["answered", false],
  ["completed", false],
  ["expired", false],
  ["withdrawn", false],
] as const)("canExtend while %s: %s", (phase, expected) => {
  const { state, now } = IN_PHASE[phase];
  expect(canExtend(state, now)).toBe(expected);
});

test("a long link can never be extended", () => {
  expect(canExtend(waiting({ lifetimeMs: DAY }), CREATED)).toBe(false);
});
