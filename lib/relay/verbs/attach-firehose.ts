import type { FirehoseSink, RelayCtx } from "@/lib/relay/ports";
import { streamCallerOf } from "@/lib/relay/verbs/caller";

/** `WS …/firehose`: every event of the session from now on, and of a kept session those after a number before them. */
export async function attachFirehose(
  ctx: RelayCtx,
  sessionId: string,
  options: { afterSeq: number | null },
  sink: FirehoseSink,
): Promise<void> {
  return ctx.relay.host.attachFirehose(sessionId, await streamCallerOf(ctx, sessionId, "firehose"), options, sink);
}
