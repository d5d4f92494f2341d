import { deadlineOf, phaseOf } from "@/lib/ask/core/phase";
import type { AcceptedAnswer, Decision, InteractionState } from "@/lib/ask/core/state";

/** Why a form that fits is not taken. */
export type AnswerRefusal = "superseded" | "already_answered" | "lapsed" | "expired" | "withdrawn" | "completed";

/** null: the form for this revision may still be answered. */
export function refuseAnswer(state: InteractionState, formRevision: number, now: number): AnswerRefusal | null {
  const phase = phaseOf(state, now);
  if (phase === "expired" || phase === "withdrawn" || phase === "completed") return phase;
  if (formRevision < state.revision) return "superseded";
  if (phase === "answered") return "already_answered";
  return phase === "lapsed" ? "lapsed" : null;
}

/** The first accepted answer wins: the store refuses a second one, and one that comes after the deadline. */
export function acceptAnswer(state: InteractionState, answer: AcceptedAnswer, answerText: string): Decision {
  return { event: { type: "answered", answer, answerText }, validUntil: deadlineOf(state) };
}
