import type { Calls, CallType } from "@/lib/relay/core/calls";
import type { Call } from "@/lib/relay/core/decide";
import type { RelayCtx } from "@/lib/relay/ports";
import { callerOf } from "@/lib/relay/verbs/caller";

/** Asks the session, as whoever the request's credential belongs to. */
export async function call<T extends CallType>(
  ctx: RelayCtx,
  sessionId: string,
  type: T,
  input: Calls[T]["input"],
): Promise<Calls[T]["reply"]> {
  const caller = await callerOf(ctx);
  return ctx.relay.host.execute(sessionId, { type, caller, ...input } as unknown as Call<T>);
}
