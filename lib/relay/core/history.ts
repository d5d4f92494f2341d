import type { Actor } from "@/lib/relay/core/caller";
import type { RelayEvent } from "@/lib/relay/core/event";
import { RELAY_EVENT_NAMES } from "@sess.si/protocol";

const ON_THE_WIRE = new Set<string>(RELAY_EVENT_NAMES);

/** Whether a reader of the history sees an event: a private note is for supervision and for whom it was sent to. */
export function isVisibleTo(actor: Actor, { name, privateTo }: Pick<RelayEvent, "name" | "privateTo">): boolean {
  if (!ON_THE_WIRE.has(name)) return false;
  return privateTo === null || actor.role !== "participant" || actor.participantId === privateTo;
}

/** Whether an event is one that somebody did or got. */
export function concerns({ actor, to }: Pick<RelayEvent, "actor" | "to">, participantId: string): boolean {
  return actor === participantId || to.some((delivery) => delivery.participantId === participantId);
}
