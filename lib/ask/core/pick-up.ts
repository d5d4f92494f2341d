import type { Decision, InteractionState } from "@/lib/ask/core/state";

/** null: there is nothing to pick up, or it was picked up before. */
export function pickUp(state: InteractionState): Decision | null {
  if (state.answer === null || state.pickedUpAt !== null) return null;
  return { event: { type: "picked_up" }, validUntil: null };
}
