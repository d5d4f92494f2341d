import { change, type DraftParticipant } from "@/lib/relay/core/draft";
import type { DraftInbox } from "@/lib/relay/core/inbox";
import { handOut } from "@/lib/relay/core/hand-out";
import type { Wait } from "@/lib/relay/core/participant";
import type { HandOut, Message, Step, WaitResult } from "@/lib/relay/core/step";
import type { RelayError } from "@sess.si/protocol";

/** Gives a participant what it can be given now: to its open stream first, else to its wait. */
export function serve(step: Step, participantId: string): void {
  const participant = change(step, participantId);
  if (!participant) return;
  while (feedStream(step, participant));
  feedWait(step, participant);
}

/** Writes one batch to the stream; false when there is nothing to write or no room. */
function feedStream(step: Step, participant: DraftParticipant): boolean {
  const { id, inbox, presence } = participant;
  const { stream } = presence;
  if (!stream) return false;
  const { max_unacked_frames, max_drain_messages, max_socket_buffer_bytes: maxBytes } = step.state.rules.limits;
  const room = stream.open ? max_unacked_frames - stream.unacked : 0;
  const isWaiting = inbox.pending.size + inbox.returned.size > 0;
  const stalledSince = room <= 0 && isWaiting ? (stream.stalledSince ?? step.now) : null;
  if (stalledSince !== stream.stalledSince) presence.stream = { ...stream, stalledSince };
  if (room <= 0 || !isWaiting) return false;
  const maxMessages = Math.min(room, max_drain_messages);
  const wanted = { names: null, after: 0, maxMessages, maxBytes, stream: stream.id };
  const { messages, batch } = handOut(step, participant, wanted);
  // What may have filled the peer's buffer is enough until its door says that there is room.
  const open = bytesOf(inbox, messages) < maxBytes / 2;
  presence.stream = { ...stream, open, stalledSince, unacked: stream.unacked + messages.length };
  step.effects.push({ type: "frames", streamId: stream.id, participantId: id, batch, messages });
  return true;
}

function bytesOf({ out }: DraftInbox, messages: readonly Message[]): number {
  let bytes = 0;
  for (const { seq } of messages) bytes += out.get(seq ?? 0)?.bytes ?? 0;
  return bytes;
}

function feedWait(step: Step, participant: DraftParticipant): void {
  const { inbox, presence } = participant;
  const { wait } = presence;
  if (!wait) return;
  const lastSeq = Math.max(inbox.pending.last()?.key ?? 0, inbox.returned.last()?.key ?? 0);
  if (lastSeq <= wait.checkedTo) return;
  if (!hasWanted(participant, wait)) {
    presence.wait = { ...wait, checkedTo: lastSeq };
    return;
  }
  const { names, checkedTo } = wait;
  const maxMessages = step.state.rules.limits.max_drain_messages;
  endWait(step, participant, handOut(step, participant, { names, after: checkedTo, maxMessages, stream: null }));
}

function hasWanted({ inbox }: DraftParticipant, { names, checkedTo }: Wait): boolean {
  if (names === null) return true;
  for (const items of [inbox.pending, inbox.returned])
    for (const { value: item } of items.after(checkedTo)) if (item.force || names.has(item.name)) return true;
  return false;
}

/** Ends the wait in flight, if there is one, with what it came to. */
export function endWait(
  step: Step,
  participant: DraftParticipant,
  outcome: HandOut | RelayError,
  { timedOut }: { timedOut: boolean } = { timedOut: false },
): void {
  const { wait } = participant.presence;
  if (!wait) return;
  stopWaiting(step, participant);
  const result = "messages" in outcome ? resultOf(wait, outcome, timedOut) : outcome;
  step.effects.push({ type: "wait_done", waitId: wait.id, participantId: participant.id, result });
}

function resultOf({ timeoutSeconds, withSeq }: Wait, handed: HandOut, timedOut: boolean): WaitResult {
  const { messages, hasMore, gap, batch } = handed;
  return { messages, hasMore, gap, batch, timedOut, timeoutSeconds, withSeq };
}

function stopWaiting(step: Step, { presence }: DraftParticipant): void {
  presence.wait = null;
  presence.lastWaitAt = step.now;
  keepAwake(step);
}

/** While somebody listens an ephemeral session does not age, so it ages from when they stop. */
export function keepAwake({ state, now }: Step): void {
  if (state.persistence === null) state.activeAt = Math.max(state.activeAt, now);
}

const NOTHING: ReadonlySet<string> = new Set();

/** The wait has run its time: whatever gap there is is told now. */
export function timeOutWait(step: Step, participant: DraftParticipant): void {
  const wanted = { names: NOTHING, after: participant.lastSeq, maxMessages: 0, stream: null };
  endWait(step, participant, handOut(step, participant, wanted), { timedOut: true });
}

/** Its caller hung up: the next wait may come at once. */
export function abortWait(step: Step, { participantId, waitId }: { participantId: string; waitId: string }): void {
  const participant = change(step, participantId);
  if (participant?.presence.wait?.id === waitId) stopWaiting(step, participant);
}
