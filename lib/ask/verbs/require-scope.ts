import type { KeyActor } from "@/lib/actor";
import type { Ctx } from "@/lib/context";
import { ProtocolError, type Scope } from "@sess.si/protocol";

/** Who may: a key with the scope. Whoever may ask may also read. */
export function requireScope(ctx: Ctx, scope: Scope): KeyActor {
  const { actor } = ctx;
  const allowed =
    actor.kind === "key" &&
    (actor.scopes.includes(scope) || (scope === "sess:read" && actor.scopes.includes("sess:ask")));
  if (!allowed) throw new ProtocolError("insufficient_scope", `This call needs the scope ${scope}.`);
  return actor;
}
