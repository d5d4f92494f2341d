import { complete } from "@/lib/ask/core/complete";
import { parseIfMatch } from "@/lib/ask/core/precondition";
import { type Changed, change } from "@/lib/ask/verbs/change";
import { parseIdempotency } from "@/lib/ask/verbs/idempotency";
import { loadOwn } from "@/lib/ask/verbs/load";
import { requireScope } from "@/lib/ask/verbs/require-scope";
import { timestamp } from "@/lib/ask/verbs/timestamp";
import type { Ctx } from "@/lib/context";
import { type CompletedInteraction, CompleteRequest, parseRequest } from "@sess.si/protocol";

/** Says that the agent has the answer and nothing more to ask. With the same answer it may be said again. */
export async function completeInteraction(
  ctx: Ctx,
  id: string,
  input: { body: unknown; ifMatch?: string | undefined; idempotencyKey?: string | undefined },
): Promise<CompletedInteraction> {
  const actor = requireScope(ctx, "sess:ask");
  const expectedRevision = parseIfMatch(input.ifMatch);
  const request = parseRequest(CompleteRequest, input.body);
  const asked = { verb: "complete", target: id, ifMatch: expectedRevision, body: input.body } as const;
  const idempotency = parseIdempotency(ctx, input.idempotencyKey, asked);

  const load = () => loadOwn(ctx, actor, id);
  const completion = { expectedRevision, responseEventId: request.response_event_id };
  const decide = ({ state, now }: Awaited<ReturnType<typeof load>>) => complete(state, completion, now);
  const changed = await change(ctx, { actor, idempotency, load, decide });
  const completedAt = completionTime(changed) ?? completionTime({ outcome: "unchanged", loaded: await load() });
  if (completedAt === null) throw new Error(`${id} was completed and is not`);
  return { interaction: { id, revision: expectedRevision, state: "completed", completedAt: timestamp(completedAt) } };
}

/** null when an earlier request did it, which says no time. */
function completionTime(changed: Changed): number | null {
  if (changed.outcome === "committed") return changed.at;
  return changed.outcome === "unchanged" ? changed.loaded.state.completedAt : null;
}
