import { ProtocolError } from "@sess.si/protocol";

/** The refusal of one open question more than the plan has. */
export function planLimitReached(limit: number): ProtocolError {
  return new ProtocolError("plan_limit_reached", `The plan allows ${limit} open questions at once.`, { limit });
}
