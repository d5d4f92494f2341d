import { change, type Draft } from "@/lib/relay/core/draft";
import type { RelayEvent } from "@/lib/relay/core/event";
import { enqueue, itemOf } from "@/lib/relay/core/inbox";
import type { Buffered, EventBuffer } from "@/lib/relay/core/state";

// Supervision, and what tells that something is over: nobody may lose these under pressure.
const EXEMPT = new Set<string>([
  "supervisor.note",
  "supervisor.note_reply",
  "session.ended",
  "command.completed",
  "command.cancelled",
]);

/** Puts an event into the inboxes of its audience, its payload once. */
export function bufferEvent(draft: Draft, event: RelayEvent): void {
  const { to } = event;
  if (to.length === 0) return;
  for (const { participantId, seq } of to) {
    const participant = change(draft, participantId);
    if (participant) enqueue(participant.inbox, itemOf(event, seq));
  }
  draft.state.buffer = addPayload(draft.state.buffer, event);
}

function addPayload(buffer: EventBuffer, { seq, name, payload, bytes, to }: RelayEvent): EventBuffer {
  const buffered: Buffered = { text: payload, bytes, refs: to.length, to };
  const { droppable, exempt } = buffer;
  return EXEMPT.has(name)
    ? { bytes: buffer.bytes + bytes, droppable, exempt: exempt.set(seq, buffered) }
    : { bytes: buffer.bytes + bytes, droppable: droppable.set(seq, buffered), exempt };
}

/** The payload of an event, or null when it is only in the journal. */
export function payloadText({ droppable, exempt }: EventBuffer, eventSeq: number): string | null {
  return (droppable.get(eventSeq) ?? exempt.get(eventSeq))?.text ?? null;
}

/** One inbox is done with an event; the last one frees its payload. */
export function releasePayload({ state }: Draft, eventSeq: number): void {
  const { bytes, droppable, exempt } = state.buffer;
  const isDroppable = droppable.has(eventSeq);
  const payloads = isDroppable ? droppable : exempt;
  const buffered = payloads.get(eventSeq);
  if (!buffered) return;
  const { text, refs, to } = buffered;
  const kept =
    refs > 1 ? payloads.set(eventSeq, { text, bytes: buffered.bytes, refs: refs - 1, to }) : payloads.delete(eventSeq);
  state.buffer = {
    bytes: refs > 1 ? bytes : bytes - buffered.bytes,
    droppable: isDroppable ? kept : droppable,
    exempt: isDroppable ? exempt : kept,
  };
}
