import type { Actor } from "@/lib/relay/core/caller";
import { checkProfile } from "@/lib/relay/core/check-profile";
import { emit } from "@/lib/relay/core/emit";
import type { UpdatedFields } from "@/lib/relay/core/event";
import { self } from "@/lib/relay/core/self";
import { findParticipant } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";
import { publicEntry } from "@/lib/relay/core/view";
import type { UpdatedSelf, UpdateSelfRequest } from "@sess.si/protocol";

/** Changes what a participant says of itself: what is left out stays, null clears. */
export function updateSelf(step: Step, { patch }: { patch: UpdateSelfRequest }, actor: Actor): UpdatedSelf {
  const { id } = self(step, actor);
  checkProfile(step.state.rules, patch);
  announceUpdate(step, id, {
    ...("role" in patch && { role: patch.role ?? null }),
    ...("objective" in patch && { objective: patch.objective ?? null }),
    ...("capabilities" in patch && { capabilities: patch.capabilities ?? [] }),
    ...("metadata" in patch && { metadata: patch.metadata ?? {} }),
  });
  return { participant: publicEntry(self(step, actor)) };
}

/** Changes a roster entry and tells all others. */
export function announceUpdate(step: Step, id: string, fields: UpdatedFields): void {
  const participant = findParticipant(step.state, id);
  if (!participant) return;
  const payload = JSON.stringify({ participant: publicEntry({ ...participant, ...fields }) });
  const change = { type: "updated", participantId: id, fields } as const;
  emit(step, "participant.updated", { payload, about: { subject: id }, change, actor: id });
}
