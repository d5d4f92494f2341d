import { withdraw } from "@/lib/ask/core/withdraw";
import { change } from "@/lib/ask/verbs/change";
import { loadOwn } from "@/lib/ask/verbs/load";
import { requireScope } from "@/lib/ask/verbs/require-scope";
import { timestamp } from "@/lib/ask/verbs/timestamp";
import type { Ctx } from "@/lib/context";
import { parseRequest, type WithdrawnInteraction, WithdrawRequest } from "@sess.si/protocol";

/** Closes a link that nobody should answer any more. It may be said again. */
export async function withdrawInteraction(
  ctx: Ctx,
  id: string,
  input: { body?: unknown },
): Promise<WithdrawnInteraction> {
  const actor = requireScope(ctx, "sess:ask");
  parseRequest(WithdrawRequest, input.body ?? {});
  const changed = await change(ctx, {
    actor,
    idempotency: null,
    load: () => loadOwn(ctx, actor, id),
    decide: ({ state, now }) => withdraw(state, now),
  });
  if (changed.outcome === "repeated") throw new Error("a withdrawal has no key to be repeated under");
  const { state } = changed.loaded;
  const withdrawnAt = changed.outcome === "committed" ? changed.at : (state.withdrawnAt ?? 0);
  return { interaction: { id, revision: state.revision, state: "withdrawn", withdrawnAt: timestamp(withdrawnAt) } };
}
