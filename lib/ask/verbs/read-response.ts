import { nextBoundary, phaseOf, publicState } from "@/lib/ask/core/phase";
import type { Snapshot, Watch } from "@/lib/ask/ports";
import { loadOwn } from "@/lib/ask/verbs/load";
import { pickedUp } from "@/lib/ask/verbs/picked-up";
import { type ResponseQuery, parseResponseQuery, requireReadRevision } from "@/lib/ask/verbs/response-query";
import { requireScope } from "@/lib/ask/verbs/require-scope";
import { timestamp } from "@/lib/ask/verbs/timestamp";
import type { KeyActor } from "@/lib/actor";
import type { Ctx } from "@/lib/context";
import { ACTOR_ASSURANCE, type ResponseReply } from "@sess.si/protocol";

interface Wait {
  actor: KeyActor;
  id: string;
  revision: number | null;
  waitMs: number;
  watch: Watch;
}

/** The answer to the current revision, as soon as there is one or none can come any more; "waiting" when the wait ran out. */
export async function readResponse(ctx: Ctx, id: string, query: ResponseQuery): Promise<ResponseReply> {
  const actor = requireScope(ctx, "sess:read");
  const { revision, waitMs } = parseResponseQuery(query);
  const watch = ctx.ask.signals.watch(id);
  try {
    return await waitForResponse(ctx, { actor, id, revision, waitMs, watch });
  } finally {
    watch.close();
  }
}

async function waitForResponse(ctx: Ctx, wait: Wait): Promise<ResponseReply> {
  let end: number | null = null;
  for (;;) {
    const loaded = await loadOwn(ctx, wait.actor, wait.id);
    requireReadRevision(loaded.state, wait.revision);
    end ??= loaded.now + wait.waitMs;
    const left = Math.min(end - loaded.now, wait.waitMs);
    if (left <= 0 || phaseOf(loaded.state, loaded.now) !== "waiting") return releaseResponse(ctx, wait, loaded);
    const boundary = nextBoundary(loaded.state, loaded.now) ?? end;
    const pause = Math.max(1, Math.min(left, boundary - loaded.now));
    const woken = await wait.watch.next(pause, ctx.signal);
    const isOver = woken === "aborted" || woken === "draining" || (woken === "timeout" && pause >= left);
    if (isOver) return responseReply(loaded);
    await ctx.recheck?.();
  }
}

async function releaseResponse(ctx: Ctx, wait: Wait, loaded: Snapshot): Promise<ResponseReply> {
  if (ctx.signal.aborted) return responseReply(loaded);
  const released = await pickedUp(ctx, wait.actor, wait.id, loaded);
  requireReadRevision(released.state, wait.revision);
  return responseReply(released);
}

function responseReply({ state, now }: Snapshot): ResponseReply {
  const { id, revision, answer } = state;
  const interaction = { id, revision, state: publicState(phaseOf(state, now)) };
  if (answer === null) return { interaction };
  const { eventId, actionId, values, changed, receipt } = answer;
  const submittedAt = timestamp(answer.submittedAt);
  const said = { eventId, revision, actionId, values, changed, submittedAt, receipt };
  return { interaction: { ...interaction, response: { ...said, actorAssurance: ACTOR_ASSURANCE } } };
}
