import { isoTime } from "@/lib/relay/core/time";
import type { RelayBody, RelayCtx } from "@/lib/relay/ports";
import { callerOf } from "@/lib/relay/verbs/caller";
import { parseRelay, type StreamTicket, TicketRequest } from "@sess.si/protocol";

/** `POST …/ws-tickets`: a key for one socket, so that a browser need not put a token into an address. */
export async function mintTicket(
  ctx: RelayCtx,
  sessionId: string,
  { body }: { body: RelayBody },
): Promise<StreamTicket> {
  const { stream } = parseRelay(TicketRequest, body.value);
  const caller = await callerOf(ctx);
  const operation = stream === "events" ? "open_stream" : "open_firehose";
  await ctx.relay.host.execute(sessionId, { type: "permit", caller, operation });
  const { ticket, expiresAt } = ctx.relay.tickets.mint({ sessionId, stream, caller });
  return { ticket, expires_at: isoTime(expiresAt) };
}
