import type { RelayCtx } from "@/lib/relay/ports";
import { call } from "@/lib/relay/verbs/call";
import type { SupervisorTokenList } from "@sess.si/protocol";

/** `GET …/supervisor-tokens`: ids and times, never a secret. */
export async function listSupervisorTokens(ctx: RelayCtx, sessionId: string): Promise<SupervisorTokenList> {
  return call(ctx, sessionId, "list_supervisor_tokens", {});
}
