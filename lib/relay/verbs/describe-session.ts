import type { RelayCtx } from "@/lib/relay/ports";
import { call } from "@/lib/relay/verbs/call";
import type { SessionDescription } from "@sess.si/protocol";

/** `GET /v1/sessions/{sid}`: what it is for and who is there. Takes no place in it. */
export async function describeSession(ctx: RelayCtx, sessionId: string): Promise<SessionDescription> {
  return call(ctx, sessionId, "describe", {});
}
