import { openLifetime } from "@/lib/ask/core/open";
import { parseIdempotency, requireSameRequest } from "@/lib/ask/verbs/idempotency";
import { planLimitReached } from "@/lib/ask/verbs/plan-limit";
import { requireScope } from "@/lib/ask/verbs/require-scope";
import { timestamp } from "@/lib/ask/verbs/timestamp";
import type { Ctx } from "@/lib/context";
import {
  canonicalJson,
  type CreatedInteraction,
  CreateInteractionRequest,
  parseRequest,
  ProtocolError,
} from "@sess.si/protocol";

/**
 * Opens a link for one person. The same key and body give the first reply again, link included. The rows of a record
 * keep their order, but for keys that are whole numbers: JSON.parse puts those first.
 */
export async function createInteraction(
  ctx: Ctx,
  input: { body: unknown; idempotencyKey?: string | undefined },
): Promise<CreatedInteraction> {
  const actor = requireScope(ctx, "sess:ask");
  const { interaction: surface, expires_in } = parseRequest(CreateInteractionRequest, input.body);
  const plan = ctx.ask.planLimits(actor.plan);
  const lifetimeMs = openLifetime(expires_in, plan.maxLifetimeMs);
  const asked = { verb: "create", target: null, ifMatch: null, body: input.body } as const;
  const idempotency = parseIdempotency(ctx, input.idempotencyKey, asked);

  const id = ctx.ask.ids.interaction();
  const secret = ctx.ask.links.secretOf(id);
  const row = {
    id,
    workspaceId: actor.workspaceId,
    actor,
    linkSha256: ctx.ask.links.digest(secret),
    lifetimeMs,
    surface,
    surfaceText: JSON.stringify(surface),
    surfaceSha256: ctx.ask.sha256(canonicalJson(surface)),
    idempotency,
  };
  const created = await ctx.ask.store.create(row, { maxOpen: plan.maxOpen });
  if (created.outcome === "created") return reply(ctx, id, secret, created.expiresAt);
  if (created.outcome === "plan_limit") throw planLimitReached(created.limit);
  const earlier = requireSameRequest(created.earlier, idempotency);
  const earlierSecret = await knownSecret(ctx, earlier.interactionId);
  return reply(ctx, earlier.interactionId, earlierSecret, earlier.expiresAt);
}

/** Under another server secret the link that went out cannot be made again, and the one that can leads nowhere. */
async function knownSecret(ctx: Ctx, id: string): Promise<string> {
  const { store, links } = ctx.ask;
  const secret = links.secretOf(id);
  if ((await store.loadByLink(links.digest(secret))) !== null) return secret;
  const message = `The server's secret has changed since: the link of ${id} cannot be shown again. Ask under another key.`;
  throw new ProtocolError("invalid_state", message);
}

function reply(ctx: Ctx, id: string, secret: string, expiresAt: number): CreatedInteraction {
  const humanUrl = `${ctx.ask.linkOrigin}/a/${secret}`;
  return { interaction: { id, revision: 1, state: "waiting", humanUrl, expiresAt: timestamp(expiresAt) } };
}
