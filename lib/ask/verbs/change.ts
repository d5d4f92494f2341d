import type { Decision } from "@/lib/ask/core/state";
import type { EarlierRequest, Idempotency, Snapshot } from "@/lib/ask/ports";
import { planLimitReached } from "@/lib/ask/verbs/plan-limit";
import { findRepeated, requireSameRequest } from "@/lib/ask/verbs/idempotency";
import type { KeyActor } from "@/lib/actor";
import type { Ctx } from "@/lib/context";
import { ProtocolError } from "@sess.si/protocol";

const ATTEMPTS = 8;

type Attempt<T> = { done: T } | "stale";

/** Decides again on a fresh load as long as somebody else was faster. */
export async function untilCommitted<T>(attempt: () => Promise<Attempt<T>>): Promise<T> {
  for (let count = 0; count < ATTEMPTS; count += 1) {
    const result = await attempt();
    if (result !== "stale") return result.done;
  }
  throw new ProtocolError("unavailable", "Too many changes at once. Try again.");
}

/** What became of a change: committed now, already so, or made by an earlier request under the same key. */
export type Changed =
  | { outcome: "committed"; loaded: Snapshot; at: number }
  | { outcome: "unchanged"; loaded: Snapshot }
  | { outcome: "repeated"; earlier: EarlierRequest };

export interface Change {
  actor: KeyActor;
  idempotency: Idempotency | null;
  load: () => Promise<Snapshot>;
  /** null: there is nothing to commit. Throws what it refuses. */
  decide: (loaded: Snapshot) => Decision | null;
  /** The plan's limit for what opens a link again. */
  maxOpen?: number | null;
}

/** One change by an agent. A request that was already done is known before it is refused for having been done. */
export function change(ctx: Ctx, { actor, idempotency, load, decide, maxOpen = null }: Change): Promise<Changed> {
  return untilCommitted<Changed>(async () => {
    const loaded = await load();
    const decided = attemptDecision(() => decide(loaded));
    if ("refusal" in decided || decided.decision === null) {
      const earlier = await findRepeated(ctx, actor, idempotency);
      if (earlier !== null) return { done: { outcome: "repeated", earlier } };
      if ("refusal" in decided) throw decided.refusal;
      return { done: { outcome: "unchanged", loaded } };
    }
    const { decision } = decided;
    const outcome = await ctx.ask.store.commit({ state: loaded.state, decision, actor, idempotency, maxOpen });
    if (outcome.outcome === "stale") return "stale";
    if (outcome.outcome === "plan_limit") throw planLimitReached(outcome.limit);
    if (outcome.outcome === "committed") return { done: { outcome: "committed", loaded, at: outcome.now } };
    return { done: { outcome: "repeated", earlier: requireSameRequest(outcome.earlier, idempotency) } };
  });
}

function attemptDecision(decide: () => Decision | null): { decision: Decision | null } | { refusal: unknown } {
  try {
    return { decision: decide() };
  } catch (refusal) {
    return { refusal };
  }
}
