import { ProtocolError } from "@sess.si/protocol";

export function planLimitReached(limit: number): ProtocolError {
  return new ProtocolError("plan_limit_reached", `The plan allows ${limit} open questions at once.`, { limit });
}
