import type { Actor } from "@/lib/actor";

/** How an actor stands in an audit row. */
export function actorColumns(actor: Actor): { actor_kind: Actor["kind"]; actor_id: string | null } {
  if (actor.kind === "key") return { actor_kind: "key", actor_id: actor.keyId };
  return { actor_kind: actor.kind, actor_id: actor.kind === "system" ? actor.name : null };
}
