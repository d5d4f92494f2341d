import type { RelayBody, RelayCtx } from "@/lib/relay/ports";
import { call } from "@/lib/relay/verbs/call";
import { newId } from "@/lib/relay/verbs/new-ids";
import { fingerprintOf, payloadOf } from "@/lib/relay/verbs/payload";
import { parseRelay, SendCommandRequest, type SentCommand } from "@sess.si/protocol";

/** `POST …/commands`: queued for its recipients when this returns; what they answer comes as events. */
export async function sendCommand(
  ctx: RelayCtx,
  sessionId: string,
  { body }: { body: RelayBody },
): Promise<SentCommand> {
  const { dispatch, target, timeout_seconds, command_id } = parseRelay(SendCommandRequest, body.value);
  return call(ctx, sessionId, "send", {
    commandId: command_id ?? newId("c"),
    dispatch,
    target,
    payload: payloadOf(body),
    timeoutSeconds: timeout_seconds ?? null,
    // Only who chose the id can send it again.
    fingerprint: command_id ? fingerprintOf(body) : "",
  });
}
