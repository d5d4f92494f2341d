import type { RelayCtx } from "@/lib/relay/ports";
import { callerOf } from "@/lib/relay/verbs/caller";
import { EventsQuery, parseRelay } from "@sess.si/protocol";

/** `GET …/events`: a page of the history of a session that is kept, as the JSON text of an `EventsPage`. */
export async function getEvents(
  ctx: RelayCtx,
  sessionId: string,
  { query }: { query: unknown },
): Promise<{ json: string }> {
  const asked = parseRelay(EventsQuery, query);
  return ctx.relay.host.events(sessionId, await callerOf(ctx), asked);
}
