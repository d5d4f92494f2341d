import { horizonOf, phaseOf } from "@/lib/ask/core/phase";
import { requireAnswerEvent, requireRevision } from "@/lib/ask/core/precondition";
import type { Decision, InteractionState } from "@/lib/ask/core/state";
import { LIMITS, ProtocolError, type Surface } from "@sess.si/protocol";

export interface Publication {
  expectedRevision: number;
  responseEventId: string;
  surface: Surface;
  surfaceText: string;
  surfaceSha256: string;
}

/** The next revision follows an answer, never an open question and never a closed link. */
export function publish(state: InteractionState, input: Publication, now: number): Decision {
  requireRevision(state, input.expectedRevision);
  const phase = phaseOf(state, now);
  if (phase !== "answered") throw refused(REFUSALS[phase]);
  requireAnswerEvent(state, input.responseEventId);
  if (state.revision >= LIMITS.revisions) throw refused(`One link asks at most ${LIMITS.revisions} times.`);
  const horizon = horizonOf(state);
  if (now >= horizon) throw refused("The link has closed for good: nobody could answer another revision.");
  const { surface, surfaceText, surfaceSha256 } = input;
  return {
    event: { type: "published", revision: state.revision + 1, surface, surfaceText, surfaceSha256 },
    validUntil: horizon,
  };
}

const REFUSALS = {
  waiting: "The current revision has no answer yet.",
  lapsed: "The current revision has no answer yet.",
  completed: "The interaction is completed.",
  expired: "The interaction has expired: nobody answered.",
  withdrawn: "The interaction was withdrawn.",
};

function refused(message: string): ProtocolError {
  return new ProtocolError("invalid_state", message);
}
