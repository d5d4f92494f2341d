import { extend } from "@/lib/ask/core/extend";
import { deadlineOf } from "@/lib/ask/core/phase";
import { untilCommitted } from "@/lib/ask/verbs/change";
import { loadLink } from "@/lib/ask/verbs/load";
import { type LinkView, linkView } from "@/lib/ask/verbs/link-view";
import type { Ctx } from "@/lib/context";

export interface Extension {
  view: LinkView;
  /** false: there was no more time to give, or the form was not ours. */
  extended: boolean;
}

/** More time for the person who asks for it, as long as there is any to give. */
export function extendLink(ctx: Ctx, secret: string, { nonce }: { nonce: string }): Promise<Extension> {
  let wanted = Number.POSITIVE_INFINITY;
  return untilCommitted<Extension>(async () => {
    const loaded = await loadLink(ctx, secret);
    const { state, now } = loaded;
    // A twin of this press, or this press itself on a connection that was cut, has given the time already.
    if (deadlineOf(state) >= wanted) return { done: { view: linkView(ctx, loaded), extended: true } };
    const isOurs = ctx.ask.links.readNonce(nonce)?.interactionId === state.id;
    const decision = isOurs ? extend(state, now) : null;
    if (decision === null) return { done: { view: linkView(ctx, loaded), extended: false } };
    wanted = decision.event.until;
    const actor = { kind: "person" } as const;
    const outcome = await ctx.ask.store.commit({ state, decision, actor, idempotency: null });
    if (outcome.outcome !== "committed") return "stale";
    return { done: { view: linkView(ctx, await loadLink(ctx, secret)), extended: true } };
  });
}
