import type { RelayCtx } from "@/lib/relay/ports";
import { callerOf } from "@/lib/relay/verbs/caller";
import type { RelayAccess } from "@sess.si/protocol";

/** `GET …/access`: which role the caller has here. Never pages a session in. */
export async function getAccess(ctx: RelayCtx, sessionId: string): Promise<RelayAccess> {
  return ctx.relay.host.access(sessionId, await callerOf(ctx));
}
