import type { RelayCtx } from "@/lib/relay/ports";
import { call } from "@/lib/relay/verbs/call";
import { newId } from "@/lib/relay/verbs/new-ids";
import type { RemovedParticipant } from "@sess.si/protocol";

/** `DELETE …/participants/{pid}`: halts it, shuts it out, and revokes every invite. */
export async function removeParticipant(
  ctx: RelayCtx,
  sessionId: string,
  { participantId }: { participantId: string },
): Promise<RemovedParticipant> {
  return call(ctx, sessionId, "remove_participant", { participantId, noteId: newId("sn") });
}
