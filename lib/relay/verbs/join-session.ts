import type { RelayBody, RelayCtx } from "@/lib/relay/ports";
import { call } from "@/lib/relay/verbs/call";
import { digestOf } from "@/lib/relay/verbs/caller";
import { newId, newToken } from "@/lib/relay/verbs/new-ids";
import { type JoinedParticipant, JoinRequest, parseRelay } from "@sess.si/protocol";

/** How a participant is reached: over REST until it leaves, over MCP as long as its connection is. */
export interface Reach {
  reach: "rest" | "mcp";
  connection: string | null;
}

/** `POST …/participants`: a place in the session and the secret to act from it. */
export async function joinSession(
  ctx: RelayCtx,
  sessionId: string,
  { body, reach = { reach: "rest", connection: null } }: { body: RelayBody; reach?: Reach },
): Promise<JoinedParticipant> {
  ctx.relay.rates.count("join", ctx.address);
  const request = parseRelay(JoinRequest, body.value);
  const token = newToken("participant");
  const { participantId, description } = await call(ctx, sessionId, "join", {
    request,
    participantId: newId("p"),
    tokenDigest: digestOf(token),
    ...reach,
  });
  return {
    participant_id: participantId,
    participant_token: token,
    ...description,
    relay_epoch: ctx.relay.host.epoch,
  };
}
