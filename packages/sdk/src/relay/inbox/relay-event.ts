import type { EventPayload, InboxGap, RelayEventName } from "@sess.si/protocol";

type Named<N extends string, P> = {
  name: N;
  payload: P;
  /** Grows within one inbox; null for what is in no inbox. */
  seq: number | null;
  /** It may have been handed out before, to another run of this participant. */
  redelivered?: true;
};

type OfParticipants = {
  [N in Exclude<RelayEventName, "buffer_evicted">]: Named<N, EventPayload<N>>;
}[Exclude<RelayEventName, "buffer_evicted">];

/**
 * An event as a participant gets it, spelled as on the wire. `relay.gap` is this package's own: the relay dropped that
 * many events before you could take them. A newer relay may send names that are not listed here.
 */
export type RelayEvent = OfParticipants | Named<"relay.gap", InboxGap>;

/** The name of an event that a participant can get. */
export type RelayEventNames = RelayEvent["name"];

/** Ends a wait whatever names it asked for. */
const FOR_EVERY_WAIT = new Set(["session.ended", "session.cold", "relay.gap"]);

export function isWanted(event: RelayEvent, names: ReadonlySet<string> | null): boolean {
  return names === null || names.has(event.name) || FOR_EVERY_WAIT.has(event.name);
}

/** After this one nothing comes any more. */
export function isLast(event: RelayEvent, participantId: string): boolean {
  if (event.name === "session.ended") return true;
  return event.name === "participant.left" && event.payload.participant_id === participantId;
}
