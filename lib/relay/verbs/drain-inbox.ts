import type { HandedOut, RelayBody, RelayCtx } from "@/lib/relay/ports";
import { callerOf } from "@/lib/relay/verbs/caller";
import { DrainRequest, parseRelay } from "@sess.si/protocol";

/** `POST …/inbox/drain`: whatever is there, at once. */
export async function drainInbox(
  ctx: RelayCtx,
  sessionId: string,
  { body }: { body?: RelayBody | undefined } = {},
): Promise<HandedOut> {
  const { last_acked_seq } = parseRelay(DrainRequest, body?.value ?? {});
  return ctx.relay.host.drainInbox(sessionId, await callerOf(ctx), last_acked_seq ?? null);
}
