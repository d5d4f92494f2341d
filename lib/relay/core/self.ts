import type { Actor } from "@/lib/relay/core/caller";
import { change, type DraftParticipant } from "@/lib/relay/core/draft";
import type { Step } from "@/lib/relay/core/step";

/** The participant that calls; its operations let nobody else in. */
export function self(step: Step, actor: Actor): DraftParticipant {
  const participant = actor.role === "participant" ? change(step, actor.participantId) : undefined;
  if (!participant) throw new TypeError(`A ${actor.role} is no participant.`);
  return participant;
}
