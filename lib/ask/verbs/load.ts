import type { Loaded, Snapshot } from "@/lib/ask/ports";
import type { KeyActor } from "@/lib/actor";
import type { Ctx } from "@/lib/context";
import { INTERACTION_ID, ProtocolError } from "@sess.si/protocol";

/** An interaction of the caller's workspace. Another workspace's is as unknown as none. */
export async function loadOwn(ctx: Ctx, actor: KeyActor, id: string): Promise<Snapshot> {
  const loaded = INTERACTION_ID.test(id) ? await ctx.ask.store.loadById(actor.workspaceId, id) : null;
  if (loaded === null) throw new ProtocolError("not_found", "There is no such interaction in this workspace.");
  return loaded;
}

/** The interaction behind a link: whoever holds the link may see it. */
export async function loadLink(ctx: Ctx, secret: string): Promise<Loaded> {
  const loaded = await ctx.ask.store.loadByLink(ctx.ask.links.digest(secret));
  if (loaded === null) throw new ProtocolError("not_found", "This link leads nowhere.");
  return loaded;
}
