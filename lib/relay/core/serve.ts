import { handOut } from "@/lib/relay/core/hand-out";
import type { Participant, Stream, Wait } from "@/lib/relay/core/participant";
import { findParticipant, replaceParticipant } from "@/lib/relay/core/state";
import type { HandOut, Step, WaitResult } from "@/lib/relay/core/step";
import type { RelayError } from "@sess.si/protocol";

/** Gives a participant what it can be given now: to its open stream first, else to its wait. */
export function serve(step: Step, participantId: string): void {
  const participant = findParticipant(step.state, participantId);
  if (!participant) return;
  if (participant.presence.stream) feedStream(step, participantId);
  const after = findParticipant(step.state, participantId);
  if (after?.presence.wait) feedWait(step, after, after.presence.wait);
}

function feedStream(step: Step, participantId: string): void {
  for (;;) {
    const participant = findParticipant(step.state, participantId);
    const stream = participant?.presence.stream;
    if (!participant || !stream) return;
    const room = stream.open ? step.state.rules.limits.max_unacked_frames - stream.unacked : 0;
    if (room <= 0) {
      setStream(step, participantId, { ...stream, stalledSince: stalledSince(participant, stream, step.now) });
      return;
    }
    const maxMessages = Math.min(room, step.state.rules.limits.max_drain_messages);
    const { messages, batch } = handOut(step, participant, { names: null, after: 0, maxMessages, stream: stream.id });
    if (batch === null) {
      setStream(step, participantId, { ...stream, stalledSince: null });
      return;
    }
    setStream(step, participantId, { ...stream, unacked: stream.unacked + messages.length });
    step.effects.push({ type: "frames", streamId: stream.id, participantId, batch, messages });
  }
}

function stalledSince({ inbox }: Participant, { stalledSince: since }: Stream, now: number): number | null {
  return inbox.pending.size + inbox.returned.size > 0 ? (since ?? now) : null;
}

export function setStream(step: Step, participantId: string, stream: Stream | null): void {
  const participant = findParticipant(step.state, participantId);
  if (!participant || participant.presence.stream === stream) return;
  step.state = replaceParticipant(step.state, { ...participant, presence: { ...participant.presence, stream } });
}

function feedWait(step: Step, participant: Participant, wait: Wait): void {
  const { pending, returned } = participant.inbox;
  const lastSeq = Math.max(pending.last()?.[0] ?? 0, returned.last()?.[0] ?? 0);
  if (lastSeq <= wait.checkedTo) return;
  const maxMessages = step.state.rules.limits.max_drain_messages;
  const { names, checkedTo } = wait;
  if (!hasWanted(participant, wait)) {
    const checked = { ...participant.presence, wait: { ...wait, checkedTo: lastSeq } };
    step.state = replaceParticipant(step.state, { ...participant, presence: checked });
    return;
  }
  const handed = handOut(step, participant, { names, after: checkedTo, maxMessages, stream: null });
  endWait(step, participant.id, { ...handed, timedOut: false });
}

function hasWanted({ inbox }: Participant, { names, checkedTo }: Wait): boolean {
  for (const items of [inbox.pending, inbox.returned])
    for (const [, item] of items.after(checkedTo))
      if (names === null || item.force || names.has(item.name)) return true;
  return false;
}

/** Ends the wait in flight, if there is one. */
export function endWait(
  step: Step,
  participantId: string,
  outcome: (HandOut & { timedOut: boolean }) | RelayError,
): void {
  const participant = findParticipant(step.state, participantId);
  const wait = participant?.presence.wait;
  if (!participant || !wait) return;
  const presence = { ...participant.presence, wait: null, lastWaitAt: step.now };
  step.state = keepAwake(replaceParticipant(step.state, { ...participant, presence }), step.now);
  const { timeoutSeconds, withSeq } = wait;
  const result: WaitResult | RelayError = "messages" in outcome ? { ...outcome, timeoutSeconds, withSeq } : outcome;
  step.effects.push({ type: "wait_done", waitId: wait.id, participantId, result });
}

/** While somebody listens an ephemeral session does not age, so it ages from when they stop. */
export function keepAwake(session: Step["state"], now: number): Step["state"] {
  return session.persistence === null ? { ...session, activeAt: Math.max(session.activeAt, now) } : session;
}

/** The wait has run its time: whatever gap there is is told now. */
export function timeOutWait(step: Step, participant: Participant): void {
  const handed = handOut(step, participant, {
    names: NOTHING,
    after: participant.lastSeq,
    maxMessages: 0,
    stream: null,
  });
  endWait(step, participant.id, { ...handed, hasMore: false, timedOut: true });
}

const NOTHING: ReadonlySet<string> = new Set();

/** Its caller hung up: the next wait may come at once. */
export function abortWait(step: Step, { participantId, waitId }: { participantId: string; waitId: string }): void {
  const participant = findParticipant(step.state, participantId);
  if (participant?.presence.wait?.id !== waitId) return;
  const presence = { ...participant.presence, wait: null, lastWaitAt: step.now };
  step.state = keepAwake(replaceParticipant(step.state, { ...participant, presence }), step.now);
}
