import type { RelayCtx } from "@/lib/relay/ports";
import { call } from "@/lib/relay/verbs/call";
import type { RevokedSupervisorToken } from "@sess.si/protocol";

/** `DELETE …/supervisor-tokens/{token_id}`: it is worth nothing from now on, and its firehoses are closed. */
export async function revokeSupervisorToken(
  ctx: RelayCtx,
  sessionId: string,
  { tokenId }: { tokenId: string },
): Promise<RevokedSupervisorToken> {
  return call(ctx, sessionId, "revoke_supervisor_token", { tokenId });
}
