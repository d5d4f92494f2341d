import { isoTime } from "@/lib/relay/core/time";
import type { RelayCtx } from "@/lib/relay/ports";
import { call } from "@/lib/relay/verbs/call";
import { digestOf } from "@/lib/relay/verbs/caller";
import { newToken } from "@/lib/relay/verbs/new-ids";
import { makeInvite, type MintedJoinToken } from "@sess.si/protocol";

/** `POST …/join-tokens`: a further invite; the earlier ones stay good. */
export async function mintJoinToken(ctx: RelayCtx, sessionId: string): Promise<MintedJoinToken> {
  const token = newToken("join");
  const { expiresAt } = await call(ctx, sessionId, "mint_join_token", { digest: digestOf(token) });
  return {
    join_token: token,
    expires_at: isoTime(expiresAt),
    ...makeInvite(ctx.relay.settings.publicUrl, sessionId, token),
  };
}
