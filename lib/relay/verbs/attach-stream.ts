import type { RelayCtx, StreamSink } from "@/lib/relay/ports";
import { streamCallerOf } from "@/lib/relay/verbs/caller";

export interface StreamOptions {
  /** `last_acked_seq` of the address. */
  cursor: number | null;
  /** The peer speaks the subprotocol, so its first frame is a hello, which also tells of a gap. */
  hello: boolean;
}

/**
 * `WS …/participants/me/events`: pushes a participant's events from now on, in place of the stream it may have had.
 * Resolves when it is open, after `sink.opened` and whatever was there to be pushed.
 */
export async function attachStream(
  ctx: RelayCtx,
  sessionId: string,
  options: StreamOptions,
  sink: StreamSink,
): Promise<void> {
  return ctx.relay.host.attachStream(sessionId, await streamCallerOf(ctx, sessionId, "events"), options, sink);
}
