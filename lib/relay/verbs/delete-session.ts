import type { RelayCtx } from "@/lib/relay/ports";
import { call } from "@/lib/relay/verbs/call";
import type { EndedSession } from "@sess.si/protocol";

/** `DELETE /v1/sessions/{sid}`: ends it for all and deletes what was kept of it. */
export async function deleteSession(ctx: RelayCtx, sessionId: string): Promise<EndedSession> {
  return call(ctx, sessionId, "end", {});
}
