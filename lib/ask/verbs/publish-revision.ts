import { parseIfMatch } from "@/lib/ask/core/precondition";
import { publish } from "@/lib/ask/core/publish";
import { change } from "@/lib/ask/verbs/change";
import { parseIdempotency } from "@/lib/ask/verbs/idempotency";
import { loadOwn } from "@/lib/ask/verbs/load";
import { requireScope } from "@/lib/ask/verbs/require-scope";
import { timestamp } from "@/lib/ask/verbs/timestamp";
import type { Ctx } from "@/lib/context";
import { canonicalJson, parseRequest, type PublishedRevision, PublishRequest } from "@sess.si/protocol";

/** Asks a follow-up through the same link, once the current revision was answered. */
export async function publishRevision(
  ctx: Ctx,
  id: string,
  input: { body: unknown; ifMatch?: string | undefined; idempotencyKey?: string | undefined },
): Promise<PublishedRevision> {
  const actor = requireScope(ctx, "sess:ask");
  const expectedRevision = parseIfMatch(input.ifMatch);
  const { response_event_id: responseEventId, interaction: surface } = parseRequest(PublishRequest, input.body);
  const asked = { verb: "publish", target: id, ifMatch: expectedRevision, body: input.body } as const;
  const idempotency = parseIdempotency(ctx, input.idempotencyKey, asked);

  const publication = {
    expectedRevision,
    responseEventId,
    surface,
    surfaceText: JSON.stringify(surface),
    surfaceSha256: ctx.ask.sha256(canonicalJson(surface)),
  };
  const changed = await change(ctx, {
    actor,
    idempotency,
    maxOpen: ctx.ask.planLimits(actor.plan).maxOpen,
    load: () => loadOwn(ctx, actor, id),
    decide: ({ state, now }) => publish(state, publication, now),
  });
  const expiresAt = changed.outcome === "repeated" ? changed.earlier.expiresAt : changed.loaded.state.expiresAt;
  const revision = expectedRevision + 1;
  return { interaction: { id, revision, state: "waiting", expiresAt: timestamp(expiresAt) } };
}
