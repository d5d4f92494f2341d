import { loadLink } from "@/lib/ask/verbs/load";
import type { Ctx } from "@/lib/context";
import type { Surface } from "@sess.si/protocol";

/** The earlier question that a form was served with; null unless its nonce is of this link. It changes nothing. */
export async function askedBefore(ctx: Ctx, secret: string, nonce: string): Promise<Surface | null> {
  const { state } = await loadLink(ctx, secret);
  const form = ctx.ask.links.readNonce(nonce);
  if (form === null || form.interactionId !== state.id || form.revision >= state.revision) return null;
  return ctx.ask.store.surfaceOf(state.id, form.revision);
}
