import type { RelayBody, RelayCtx } from "@/lib/relay/ports";
import { call } from "@/lib/relay/verbs/call";
import { LeaveRequest, type LeftSession, parseRelay } from "@sess.si/protocol";

/** `DELETE …/participants/me` and `POST …/participants/me/leave`. It may be said again, and without a body. */
export async function leaveSession(
  ctx: RelayCtx,
  sessionId: string,
  { body }: { body?: RelayBody | undefined } = {},
): Promise<LeftSession> {
  const { feedback } = parseRelay(LeaveRequest, body?.value ?? {});
  return call(ctx, sessionId, "leave", feedback === undefined ? {} : { feedback });
}
