import type { RelayBody, RelayCtx } from "@/lib/relay/ports";
import { call } from "@/lib/relay/verbs/call";
import { newId } from "@/lib/relay/verbs/new-ids";
import { parseRelay, type PostedReply, ReplyToNoteRequest } from "@sess.si/protocol";

/** `POST …/supervisor/notes/{note_id}/replies`: a participant's answer to an order that it was sent. */
export async function replyToNote(
  ctx: RelayCtx,
  sessionId: string,
  { noteId, body }: { noteId: string; body: RelayBody },
): Promise<PostedReply> {
  const request = parseRelay(ReplyToNoteRequest, body.value);
  return call(ctx, sessionId, "reply_to_note", { request, noteId, replyId: newId("sr") });
}
