import { phaseOf } from "@/lib/ask/core/phase";
import { requireAnswerEvent, requireRevision } from "@/lib/ask/core/precondition";
import type { Decision, InteractionState } from "@/lib/ask/core/state";
import { ProtocolError } from "@sess.si/protocol";

export interface Completion {
  expectedRevision: number;
  responseEventId: string;
}

/** null: it was completed with this answer before. An answer may be completed long after its link has closed. */
export function complete(state: InteractionState, input: Completion, now: number): Decision | null {
  requireRevision(state, input.expectedRevision);
  const phase = phaseOf(state, now);
  if (phase !== "answered" && phase !== "completed") {
    throw new ProtocolError("invalid_state", `There is no answer to complete: the interaction is ${NAMES[phase]}.`);
  }
  requireAnswerEvent(state, input.responseEventId);
  return phase === "completed" ? null : { event: { type: "completed" }, validUntil: null };
}

const NAMES = { waiting: "waiting", lapsed: "waiting", expired: "expired", withdrawn: "withdrawn" };
