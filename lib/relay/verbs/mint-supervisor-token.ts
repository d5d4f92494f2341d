import type { RelayCtx } from "@/lib/relay/ports";
import { call } from "@/lib/relay/verbs/call";
import { digestOf } from "@/lib/relay/verbs/caller";
import { newId, newToken } from "@/lib/relay/verbs/new-ids";
import type { MintedSupervisorToken } from "@sess.si/protocol";

/** `POST …/supervisor-tokens`: a key to watch everything and to give orders, shown this once. */
export async function mintSupervisorToken(ctx: RelayCtx, sessionId: string): Promise<MintedSupervisorToken> {
  const token = newToken("supervisor");
  const minted = { digest: digestOf(token), tokenId: newId("st") };
  const { tokenId } = await call(ctx, sessionId, "mint_supervisor_token", minted);
  return { token_id: tokenId, supervisor_token: token };
}
