import { acceptAnswer, refuseAnswer } from "@/lib/ask/core/answer";
import { complete } from "@/lib/ask/core/complete";
import { extend } from "@/lib/ask/core/extend";
import { deadlineOf, horizonOf } from "@/lib/ask/core/phase";
import { pickUp } from "@/lib/ask/core/pick-up";
import { publish } from "@/lib/ask/core/publish";
import type { InteractionState, Phase } from "@/lib/ask/core/state";
import { answer, CREATED, HOUR, IN_PHASE, surface, waiting } from "@/lib/ask/core/testing/states";
import { withdraw } from "@/lib/ask/core/withdraw";
import { isProtocolError } from "@sess.si/protocol";
import { describe, expect, test } from "vitest";

const next = { surface, surfaceText: "{}", surfaceSha256: "next" };
const follow = { expectedRevision: 1, responseEventId: answer.eventId };

/** What each transition says in each phase: the event, "nothing" (done before), or the refusal. */
const TABLE: Record<string, Record<Phase, string>> = {
  answer: {
    waiting: "answered",
    lapsed: "lapsed",
    answered: "already_answered",
    completed: "completed",
    expired: "expired",
    withdrawn: "withdrawn",
  },
  publish: {
    waiting: "invalid_state",
    lapsed: "invalid_state",
    answered: "published",
    completed: "invalid_state",
    expired: "invalid_state",
    withdrawn: "invalid_state",
  },
  complete: {
    waiting: "invalid_state",
    lapsed: "invalid_state",
    answered: "completed",
    completed: "nothing",
    expired: "invalid_state",
    withdrawn: "invalid_state",
  },
  withdraw: {
    waiting: "withdrawn",
    lapsed: "withdrawn",
    answered: "invalid_state",
    completed: "invalid_state",
    expired: "invalid_state",
    withdrawn: "nothing",
  },
  extend: {
    waiting: "extended",
    lapsed: "extended",
    answered: "nothing",
    completed: "nothing",
    expired: "nothing",
    withdrawn: "nothing",
  },
  pickUp: {
    waiting: "nothing",
    lapsed: "nothing",
    answered: "picked_up",
    completed: "picked_up",
    expired: "nothing",
    withdrawn: "nothing",
  },
};

const TRANSITIONS: Record<string, (state: InteractionState, now: number) => string> = {
  answer: (state, now) => refuseAnswer(state, 1, now) ?? acceptAnswer(state, answer, "{}").event.type,
  publish: (state, now) => publish(state, { ...follow, ...next }, now).event.type,
  complete: (state, now) => complete(state, follow, now)?.event.type ?? "nothing",
  withdraw: (state, now) => withdraw(state, now)?.event.type ?? "nothing",
  extend: (state, now) => extend(state, now)?.event.type ?? "nothing",
  pickUp: (state) => pickUp(state)?.event.type ?? "nothing",
};

function codeOf(act: () => string): string {
  try {
    return act();
  } catch (error) {
    if (isProtocolError(error)) return error.code;
    throw error;
  }
}

describe.each(Object.keys(TABLE))("%s", (transition) => {
  test.each(Object.entries(TABLE[transition]!))("while %s: %s", (phase, expected) => {
    const { state, now } = IN_PHASE[phase as Phase];
    expect(codeOf(() => TRANSITIONS[transition]!(state, now))).toBe(expected);
  });
});

describe("until when a decision may be committed", () => {
  const { state, now } = IN_PHASE.waiting;
  const { state: answered } = IN_PHASE.answered;

  test("an answer until the deadline, extensions included", () => {
    expect(acceptAnswer(state, answer, "{}").validUntil).toBe(deadlineOf(state));
    const extended = waiting({ extendedUntil: CREATED + 2 * HOUR });
    expect(acceptAnswer(extended, answer, "{}").validUntil).toBe(CREATED + 2 * HOUR);
  });

  test("a follow-up, a withdrawal and an extension until the horizon", () => {
    expect(publish(answered, { ...follow, ...next }, now).validUntil).toBe(horizonOf(answered));
    expect(withdraw(state, now)?.validUntil).toBe(horizonOf(state));
    expect(extend(state, now)?.validUntil).toBe(horizonOf(state));
  });

  test("a completion and a pick-up at any time", () => {
    expect(complete(answered, follow, now + 900 * HOUR)?.validUntil).toBeNull();
    expect(pickUp(answered)?.validUntil).toBeNull();
  });
});

describe("publish and complete", () => {
  const { state, now } = IN_PHASE.answered;
  const refusal = (act: () => unknown) => {
    try {
      act();
    } catch (error) {
      if (isProtocolError(error)) return error;
    }
    throw new Error("it was not refused");
  };

  test.each([
    ["publish", (input: typeof follow) => publish(state, { ...input, ...next }, now)],
    ["complete", (input: typeof follow) => complete(state, input, now)],
  ])("%s names the current revision when another was expected, and the answer when another is named", (_, act) => {
    const moved = refusal(() => act({ ...follow, expectedRevision: 2 }));
    expect(moved).toMatchObject({ code: "revision_mismatch", status: 412, details: { revision: 1 } });
    expect(moved.message).toContain("revision 1");
    const other = refusal(() => act({ ...follow, responseEventId: "evt_00000002" }));
    expect(other).toMatchObject({ code: "response_mismatch", status: 409, field: "/response_event_id" });
  });

  test("a completed interaction refuses another answer's completion", () => {
    const { state: completed } = IN_PHASE.completed;
    const other = refusal(() => complete(completed, { ...follow, responseEventId: "evt_00000002" }, now));
    expect(other.code).toBe("response_mismatch");
  });

  test("nothing is asked on a link that has closed for good, though its answer may still be completed", () => {
    const closed = horizonOf(state);
    expect(refusal(() => publish(state, { ...follow, ...next }, closed)).code).toBe("invalid_state");
    expect(publish(state, { ...follow, ...next }, closed - 1).event).toMatchObject({ revision: 2 });
    expect(complete(state, follow, closed)?.event.type).toBe("completed");
  });
});

describe("a form of an earlier revision", () => {
  test.each([
    ["waiting", "superseded"],
    ["lapsed", "superseded"],
    ["answered", "superseded"],
    ["completed", "completed"],
    ["expired", "expired"],
    ["withdrawn", "withdrawn"],
  ] as const)("while %s: %s", (phase, expected) => {
    const { state, now } = IN_PHASE[phase];
    expect(refuseAnswer({ ...state, revision: 2 }, 1, now)).toBe(expected);
  });
});

test("an answer is picked up once", () => {
  expect(pickUp(waiting({ answer, pickedUpAt: CREATED + 5000 }))).toBeNull();
});
