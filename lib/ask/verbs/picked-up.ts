import { pickUp } from "@/lib/ask/core/pick-up";
import type { Snapshot } from "@/lib/ask/ports";
import { untilCommitted } from "@/lib/ask/verbs/change";
import { loadOwn } from "@/lib/ask/verbs/load";
import type { KeyActor } from "@/lib/actor";
import type { Ctx } from "@/lib/context";

/**
 * Loads what a key is about to be sent, and first commits that it was picked up if there is an answer in it.
 * `first` saves the load of a caller that has just made one.
 */
export function pickedUp(ctx: Ctx, actor: KeyActor, id: string, first?: Snapshot): Promise<Snapshot> {
  let known = first;
  return untilCommitted<Snapshot>(async () => {
    const loaded = known ?? (await loadOwn(ctx, actor, id));
    known = undefined;
    const decision = pickUp(loaded.state);
    if (decision === null) return { done: loaded };
    const outcome = await ctx.ask.store.commit({ state: loaded.state, decision, actor, idempotency: null });
    if (outcome.outcome !== "committed") return "stale";
    return { done: { ...loaded, state: { ...loaded.state, pickedUpAt: outcome.now } } };
  });
}
