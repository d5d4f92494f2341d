import type { EarlierRequest, Idempotency } from "@/lib/ask/ports";
import type { KeyActor } from "@/lib/actor";
import type { Ctx } from "@/lib/context";
import { canonicalJson, LIMITS, ProtocolError } from "@sess.si/protocol";

/** Everything that makes two requests the same request. */
interface Request {
  verb: "create" | "publish" | "complete";
  target: string | null;
  ifMatch: number | null;
  body: unknown;
}

/** The digests a request is known again by; null without a key. Throws `invalid_arguments` for a key that is none. */
export function parseIdempotency(ctx: Ctx, key: string | undefined, request: Request): Idempotency | null {
  if (key === undefined) return null;
  if (key.length > LIMITS.idempotencyKey) {
    throw new ProtocolError(
      "invalid_arguments",
      `Idempotency-Key is ${key.length} characters; the limit is ${LIMITS.idempotencyKey}.`,
      { limit: LIMITS.idempotencyKey, length: key.length },
    );
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ProtocolError("invalid_arguments", "Idempotency-Key must be visible ASCII characters without spaces.");
  }
  return { keySha256: ctx.ask.sha256(key), requestSha256: ctx.ask.sha256(canonicalJson(request)) };
}

/** The same request made before, if any. */
export async function findRepeated(
  ctx: Ctx,
  actor: KeyActor,
  idempotency: Idempotency | null,
): Promise<EarlierRequest | null> {
  if (idempotency === null) return null;
  const earlier = await ctx.ask.store.findEarlier(actor.workspaceId, idempotency.keySha256);
  return earlier === null ? null : requireSameRequest(earlier, idempotency);
}

/** Throws `idempotency_mismatch` when the key was used for something else. */
export function requireSameRequest(earlier: EarlierRequest, idempotency: Idempotency | null): EarlierRequest {
  if (earlier.requestSha256 === idempotency?.requestSha256) return earlier;
  throw new ProtocolError("idempotency_mismatch", "This Idempotency-Key was used for another request.");
}
