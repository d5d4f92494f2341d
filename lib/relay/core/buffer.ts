import type { RelayEvent } from "@/lib/relay/core/event";
import { enqueue, itemOf } from "@/lib/relay/core/inbox";
import type { Buffered, EventBuffer, RelaySession } from "@/lib/relay/core/state";

// Supervision, and what tells that something is over: nobody may lose these under pressure.
const EXEMPT = new Set<string>([
  "supervisor.note",
  "supervisor.note_reply",
  "session.ended",
  "command.completed",
  "command.cancelled",
]);

/** Puts an event into the inboxes of its audience, its payload once. */
export function bufferEvent(session: RelaySession, event: RelayEvent): RelaySession {
  if (event.to.length === 0) return session;
  const seqs = new Map(event.to.map(({ participantId, seq }) => [participantId, seq]));
  const participants = session.participants.map((participant) => {
    const seq = seqs.get(participant.id);
    if (seq === undefined) return participant;
    return { ...participant, inbox: enqueue(participant.inbox, itemOf(event, seq)) };
  });
  return { ...session, participants, buffer: addPayload(session.buffer, event) };
}

function addPayload(buffer: EventBuffer, { seq, name, payload, bytes, to }: RelayEvent): EventBuffer {
  const buffered: Buffered = { text: payload, bytes, refs: to.length, to };
  return EXEMPT.has(name)
    ? { ...buffer, bytes: buffer.bytes + bytes, exempt: buffer.exempt.set(seq, buffered) }
    : { ...buffer, bytes: buffer.bytes + bytes, droppable: buffer.droppable.set(seq, buffered) };
}

/** The payload of an event, or null when it is only in the journal. */
export function payloadText({ droppable, exempt }: EventBuffer, eventSeq: number): string | null {
  return (droppable.get(eventSeq) ?? exempt.get(eventSeq))?.text ?? null;
}

/** One inbox is done with an event; the last one frees its payload. */
export function releasePayload(buffer: EventBuffer, eventSeq: number): EventBuffer {
  const kind = buffer.droppable.has(eventSeq) ? "droppable" : "exempt";
  const buffered = buffer[kind].get(eventSeq);
  if (!buffered) return buffer;
  if (buffered.refs > 1)
    return { ...buffer, [kind]: buffer[kind].set(eventSeq, { ...buffered, refs: buffered.refs - 1 }) };
  return { ...buffer, bytes: buffer.bytes - buffered.bytes, [kind]: buffer[kind].delete(eventSeq) };
}
