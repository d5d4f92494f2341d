import type { HandedOut, RelayBody, RelayCtx } from "@/lib/relay/ports";
import { callerOf } from "@/lib/relay/verbs/caller";
import { parseRelay, WaitRequest } from "@sess.si/protocol";

/** Which ceiling a wait has: MCP clients give up early. */
export type WaitDoor = "rest" | "mcp";

/** `POST …/inbox/wait`: the first events that are wanted, or none in time. Ends with the caller's signal. */
export async function waitForEvent(
  ctx: RelayCtx,
  sessionId: string,
  { body, door = "rest" }: { body?: RelayBody | undefined; door?: WaitDoor } = {},
): Promise<HandedOut> {
  const { names, timeout_seconds, last_acked_seq, with_seq } = parseRelay(WaitRequest, body?.value ?? {});
  const { max_wait_seconds, max_wait_seconds_mcp } = ctx.relay.settings.limits;
  const input = {
    names: names ?? null,
    timeoutSeconds: timeout_seconds ?? null,
    maxSeconds: door === "mcp" ? max_wait_seconds_mcp : max_wait_seconds,
    cursor: last_acked_seq ?? null,
    withSeq: with_seq ?? false,
  };
  return ctx.relay.host.wait(sessionId, await callerOf(ctx), input, ctx.signal);
}
