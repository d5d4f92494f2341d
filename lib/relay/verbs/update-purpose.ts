import type { RelayBody, RelayCtx } from "@/lib/relay/ports";
import { call } from "@/lib/relay/verbs/call";
import { parseRelay, type UpdatedPurpose, UpdatePurposeRequest } from "@sess.si/protocol";

/** `PATCH …/purpose`: replaces it, or clears it with null. */
export async function updatePurpose(
  ctx: RelayCtx,
  sessionId: string,
  { body }: { body: RelayBody },
): Promise<UpdatedPurpose> {
  const { purpose } = parseRelay(UpdatePurposeRequest, body.value);
  return call(ctx, sessionId, "update_purpose", { purpose });
}
