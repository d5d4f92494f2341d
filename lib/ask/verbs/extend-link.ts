import { isHasty } from "@/lib/ask/core/bot-guard";
import { extend } from "@/lib/ask/core/extend";
import { deadlineOf, phaseOf } from "@/lib/ask/core/phase";
import type { Loaded, ServedForm } from "@/lib/ask/ports";
import { untilCommitted } from "@/lib/ask/verbs/change";
import { loadLink } from "@/lib/ask/verbs/load";
import { type LinkView, linkView } from "@/lib/ask/verbs/link-view";
import type { Ctx } from "@/lib/context";

export interface Extension {
  outcome: /** There is more time than the form said, by this press or by one before it. */
    | "extended"
    /** There was no more time to give; the view says why. */
    | "not_extended"
    /** Pressed faster than a person reads: the page asks once more. */
    | "confirm"
    /** The form was not served here, or the time it asked for came and went: nothing was given. */
    | "stale_form";
  view: LinkView;
}

/** More time for the person who asks for it, as long as there is any to give. One form gives time once. */
export function extendLink(ctx: Ctx, secret: string, { nonce }: { nonce: string }): Promise<Extension> {
  return untilCommitted<Extension>(async () => {
    const loaded = await loadLink(ctx, secret);
    const form = ctx.ask.links.readNonce(nonce);
    const judged = judge(loaded, form);
    // Who has had this question before them need not look at it anew.
    const servedAt = form?.revision === loaded.state.revision ? form.servedAt : loaded.now;
    const view = (now: Loaded) => linkView(ctx, now, servedAt);
    if (judged === "extended") return { done: { outcome: judged, view: view(loaded) } };
    if (typeof judged === "string") return { done: { outcome: judged, view: linkView(ctx, loaded) } };
    const actor = { kind: "person" } as const;
    const outcome = await ctx.ask.store.commit({ state: loaded.state, decision: judged, actor, idempotency: null });
    if (outcome.outcome !== "committed") return "stale";
    // Known without another load, which could fail after the time was given.
    const state = { ...loaded.state, version: loaded.state.version + 1, extendedUntil: judged.event.until };
    return { done: { outcome: "extended", view: view({ ...loaded, state, now: outcome.now }) } };
  });
}

function judge({ state, now }: Loaded, form: ServedForm | null) {
  if (form === null || form.interactionId !== state.id) return "stale_form";
  const phase = phaseOf(state, now);
  if (phase !== "waiting" && phase !== "lapsed") return "not_extended";
  // A twin of this press, or this press itself whose reply was lost, has given the time already.
  if (deadlineOf(state) > form.deadline) return phase === "waiting" ? "extended" : "stale_form";
  const decision = extend(state, now);
  if (decision === null) return "not_extended";
  return isHasty(form.servedAt, now) ? "confirm" : decision;
}
