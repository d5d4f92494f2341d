import type { Actor } from "@/lib/relay/core/caller";
import { removed } from "@/lib/relay/core/authorize";
import { depart } from "@/lib/relay/core/depart";
import { emit } from "@/lib/relay/core/emit";
import { authorOf } from "@/lib/relay/core/notes";
import { serve } from "@/lib/relay/core/serve";
import { findParticipant } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";
import { RelayError, type RemovedParticipant } from "@sess.si/protocol";

/** Halts a participant, hands that to whatever listens for it, and shuts the door behind it. */
export function removeParticipant(
  step: Step,
  { participantId, noteId }: { participantId: string; noteId: string },
  actor: Actor,
): RemovedParticipant {
  if (!findParticipant(step.state, participantId))
    throw new RelayError("participant_not_found", "There is no such participant in this session.");
  const note = {
    note_id: noteId,
    kind: "halt",
    target: participantId,
    message: "removed by the session creator",
    ts_ms: step.now,
  } as const;
  emit(step, "supervisor.note", {
    payload: JSON.stringify(note),
    about: { target: participantId },
    change: { type: "noted", note, cause: "removal" },
    author: authorOf(actor),
    privateTo: participantId,
  });
  serve(step, participantId);
  depart(step, participantId, { reason: "removed", note, waiting: removed(note) });
  return { removed: true };
}
