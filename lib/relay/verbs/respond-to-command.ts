import type { RelayBody, RelayCtx } from "@/lib/relay/ports";
import { call } from "@/lib/relay/verbs/call";
import { fingerprintOf, payloadOf } from "@/lib/relay/verbs/payload";
import { type AcceptedResponse, parseRelay, RespondRequest } from "@sess.si/protocol";

/** `POST …/commands/{cid}/responses`: the one answer of one recipient. */
export async function respondToCommand(
  ctx: RelayCtx,
  sessionId: string,
  { commandId, body }: { commandId: string; body: RelayBody },
): Promise<AcceptedResponse> {
  const { status } = parseRelay(RespondRequest, body.value);
  return call(ctx, sessionId, "respond", {
    commandId,
    status: status ?? "ok",
    payload: payloadOf(body),
    fingerprint: fingerprintOf(body),
  });
}
