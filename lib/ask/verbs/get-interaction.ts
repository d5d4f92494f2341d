import { phaseOf, publicState } from "@/lib/ask/core/phase";
import type { AcceptedAnswer } from "@/lib/ask/core/state";
import type { Snapshot } from "@/lib/ask/ports";
import { pickedUp } from "@/lib/ask/verbs/picked-up";
import { requireScope } from "@/lib/ask/verbs/require-scope";
import { timestamp } from "@/lib/ask/verbs/timestamp";
import type { Ctx } from "@/lib/context";
import type { InteractionDetail } from "@sess.si/protocol";

/** Everything about one interaction: its surface exactly as it was hashed, and every accepted answer. */
export async function getInteraction(ctx: Ctx, id: string): Promise<InteractionDetail> {
  const actor = requireScope(ctx, "sess:read");
  const loaded = await pickedUp(ctx, actor, id);
  const { answer, revision } = loaded.state;
  const earlier = revision > 1 ? await ctx.ask.store.answersBefore(id, revision) : [];
  return detail(loaded, answer === null ? earlier : [...earlier, answer]);
}

function detail({ state, now }: Snapshot, answers: AcceptedAnswer[]): InteractionDetail {
  const phase = phaseOf(state, now);
  return {
    interaction: {
      id: state.id,
      revision: state.revision,
      state: publicState(phase),
      ...(phase === "lapsed" ? { lapsed: true } : {}),
      expiresAt: timestamp(state.expiresAt),
      ...(state.extendedUntil === null ? {} : { extendedUntil: timestamp(state.extendedUntil) }),
      surface: state.surface,
      answers: answers.map(answerEntry),
      ...(state.pickedUpAt === null ? {} : { pickedUpAt: timestamp(state.pickedUpAt) }),
      ...(state.completedAt === null ? {} : { completedAt: timestamp(state.completedAt) }),
      ...(state.withdrawnAt === null ? {} : { withdrawnAt: timestamp(state.withdrawnAt) }),
    },
  };
}

function answerEntry(answer: AcceptedAnswer) {
  const { revision, eventId, actionId, values, changed, submittedAt, receipt } = answer;
  return { revision, eventId, actionId, values, changed, submittedAt: timestamp(submittedAt), receipt };
}
