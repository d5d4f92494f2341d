import type { AcceptedAnswer, InteractionState, Phase } from "@/lib/ask/core/state";
import type { Surface } from "@sess.si/protocol";

export const HOUR = 3_600_000;
export const CREATED = Date.UTC(2026, 2, 1, 12);

export const surface: Surface = {
  mode: "interactive",
  title: "Which table?",
  source: {
    kind: "sess_surface",
    components: [
      { type: "field", name: "seats", label: "Seats", required: true, schema: { type: "integer", minimum: 1 } },
      { type: "field", name: "wish", label: "Wish", required: true, schema: { type: "string" }, value: "window" },
    ],
  },
  actions: [
    { id: "book", label: "Book", intent: "submit" },
    { id: "drop", label: "Drop it", intent: "reject" },
  ],
};

export const answer: AcceptedAnswer = {
  revision: 1,
  eventId: "evt_00000001",
  actionId: "book",
  values: { seats: 2, wish: "terrace" },
  changed: ["wish"],
  submittedAt: CREATED + 1000,
  receipt: "a.b.c",
  submissionSha256: "submission",
  answerSha256: "answer",
};

export function waiting(changes: Partial<InteractionState> = {}): InteractionState {
  const lifetimeMs = changes.lifetimeMs ?? HOUR;
  return {
    id: "int_00000001",
    workspaceId: "ws_00000001",
    version: 3,
    createdAt: CREATED,
    lifetimeMs,
    expiresAt: CREATED + lifetimeMs,
    extendedUntil: null,
    revision: 1,
    surface,
    surfaceSha256: "surface",
    publishedAt: CREATED,
    answer: null,
    pickedUpAt: null,
    completedAt: null,
    withdrawnAt: null,
    ...changes,
  };
}

/** One state and moment for each phase, all of a one-hour link at revision 1. */
export const IN_PHASE: Record<Phase, { state: InteractionState; now: number }> = {
  waiting: { state: waiting(), now: CREATED + 1000 },
  lapsed: { state: waiting(), now: CREATED + HOUR },
  answered: { state: waiting({ answer }), now: CREATED + 2000 },
  completed: { state: waiting({ answer, completedAt: CREATED + 3000 }), now: CREATED + 4000 },
  expired: { state: waiting(), now: CREATED + 11 * HOUR },
  withdrawn: { state: waiting({ withdrawnAt: CREATED + 500 }), now: CREATED + 1000 },
};
