import type { RelayBody, RelayCtx } from "@/lib/relay/ports";
import { call } from "@/lib/relay/verbs/call";
import { type AckReply, AckRequest, parseRelay } from "@sess.si/protocol";

/** `POST …/inbox/ack`: acknowledges without asking for more. */
export async function ackInbox(ctx: RelayCtx, sessionId: string, { body }: { body: RelayBody }): Promise<AckReply> {
  const { last_acked_seq } = parseRelay(AckRequest, body.value);
  return call(ctx, sessionId, "ack", { cursor: last_acked_seq });
}
