import { horizonOf, phaseOf } from "@/lib/ask/core/phase";
import type { Decision, InteractionState } from "@/lib/ask/core/state";
import { ProtocolError } from "@sess.si/protocol";

/** null: it was withdrawn before. */
export function withdraw(state: InteractionState, now: number): Decision | null {
  const phase = phaseOf(state, now);
  if (phase === "withdrawn") return null;
  if (phase !== "waiting" && phase !== "lapsed") {
    throw new ProtocolError("invalid_state", `Only an open question can be withdrawn: the interaction is ${phase}.`);
  }
  return { event: { type: "withdrawn" }, validUntil: horizonOf(state) };
}
