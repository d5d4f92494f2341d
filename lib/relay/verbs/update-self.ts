import type { RelayBody, RelayCtx } from "@/lib/relay/ports";
import { call } from "@/lib/relay/verbs/call";
import { parseRelay, type UpdatedSelf, UpdateSelfRequest } from "@sess.si/protocol";

/** `PATCH …/participants/me`: what is left out stays, null clears. */
export async function updateSelf(
  ctx: RelayCtx,
  sessionId: string,
  { body }: { body: RelayBody },
): Promise<UpdatedSelf> {
  return call(ctx, sessionId, "update_self", { patch: parseRelay(UpdateSelfRequest, body.value) });
}
