import type { Actor } from "@/lib/relay/core/caller";
import type { Participant } from "@/lib/relay/core/participant";
import { findParticipant } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";

/** The participant that calls; its operations let nobody else in. */
export function self(step: Step, actor: Actor): Participant {
  const participant = actor.role === "participant" ? findParticipant(step.state, actor.participantId) : undefined;
  if (!participant) throw new TypeError(`A ${actor.role} is no participant.`);
  return participant;
}
