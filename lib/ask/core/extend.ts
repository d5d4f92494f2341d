import { canExtend, deadlineOf, extensionStep, horizonOf } from "@/lib/ask/core/phase";
import type { Decision, InteractionState } from "@/lib/ask/core/state";

export type ExtensionDecision = Decision & { event: { type: "extended"; until: number } };

/** null: there is no more time to give. */
export function extend(state: InteractionState, now: number): ExtensionDecision | null {
  if (!canExtend(state, now)) return null;
  const horizon = horizonOf(state);
  const until = Math.min(Math.max(deadlineOf(state), now) + extensionStep(state), horizon);
  return { event: { type: "extended", until }, validUntil: horizon };
}
