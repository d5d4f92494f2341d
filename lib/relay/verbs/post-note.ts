import type { RelayBody, RelayCtx } from "@/lib/relay/ports";
import { call } from "@/lib/relay/verbs/call";
import { digestOf } from "@/lib/relay/verbs/caller";
import { newId } from "@/lib/relay/verbs/new-ids";
import { parseRelay, type PostedNote, PostNoteRequest } from "@sess.si/protocol";

/** `POST …/supervisor/notes`: an order to one participant or to all. Halt and continue are never counted. */
export async function postNote(ctx: RelayCtx, sessionId: string, { body }: { body: RelayBody }): Promise<PostedNote> {
  const request = parseRelay(PostNoteRequest, body.value);
  const { bearer } = ctx.credential;
  if (request.kind !== "halt" && request.kind !== "continue" && bearer !== undefined)
    ctx.relay.rates.count("note", `${sessionId} ${digestOf(bearer)}`);
  return call(ctx, sessionId, "post_note", { request, noteId: newId("sn") });
}
