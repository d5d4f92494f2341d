import { ackStream, ackThrough, batchesWhere, forgetToldGaps, settleCall } from "@/lib/relay/core/acks";
import type { Actor } from "@/lib/relay/core/caller";
import type { Calls, StreamInput } from "@/lib/relay/core/calls";
import { change, type DraftParticipant } from "@/lib/relay/core/draft";
import type { DraftInbox } from "@/lib/relay/core/inbox";
import type { Stream } from "@/lib/relay/core/participant";
import { keepAwake } from "@/lib/relay/core/serve";
import { self } from "@/lib/relay/core/self";
import { returnBatches } from "@/lib/relay/core/settle-items";
import type { Signals } from "@/lib/relay/core/signals";
import type { Step } from "@/lib/relay/core/step";
import type { InboxGap, RelayCloseReason } from "@sess.si/protocol";

/** Opens the participant's stream in place of the one it may have had; what that one still owed comes again here. */
export function openStream(step: Step, input: StreamInput, actor: Actor): Calls["open_stream"]["reply"] {
  const participant = self(step, actor);
  const { inbox, presence } = participant;
  shutStream(step, participant, "replaced");
  settleCall(step, participant, input.cursor);
  const { streamId: id, transport } = input;
  presence.stream = { id, transport, open: true, unacked: 0, acksByFrame: false, stalledSince: null };
  presence.streamlessSince = null;
  step.dirty.add(participant.id);
  return { lastSeq: participant.lastSeq, gap: input.hello ? reportGap(inbox, id) : null };
}

/** A gap told by the hello counts as told once the peer has read it. */
function reportGap(inbox: DraftInbox, stream: string): InboxGap | null {
  const { gap } = inbox;
  if (gap === null) return null;
  inbox.gap = null;
  inbox.lastBatch += 1;
  inbox.batches = inbox.batches.set(inbox.lastBatch, { stream, finished: false, seqs: [], left: 0, gap });
  return gap;
}

/** Closes the stream that is there, if any. */
export function shutStream(step: Step, participant: DraftParticipant, reason: RelayCloseReason): void {
  const { stream } = participant.presence;
  if (!stream) return;
  loseStream(step, participant, stream);
  step.effects.push({ type: "close_stream", streamId: stream.id, reason });
}

/** The stream is gone: what it was given and nobody acknowledged is to be handed out again. */
export function closeStream(step: Step, { participantId, streamId }: Signals["stream_closed"]): void {
  const found = streaming(step, participantId, streamId);
  if (found) loseStream(step, found.participant, found.stream);
}

function loseStream(step: Step, participant: DraftParticipant, { id }: Stream): void {
  const { inbox, presence, reach, deliveryMode } = participant;
  returnBatches(
    step,
    participant,
    batchesWhere(inbox, ({ stream }) => stream === id),
  );
  presence.stream = null;
  presence.streamlessSince = reach === "mcp" && deliveryMode === "push" ? step.now : null;
  presence.lastWaitAt = step.now;
  keepAwake(step);
  step.dirty.add(participant.id);
}

/** The peer names the last event it has dealt with. */
export function streamAcked(step: Step, { participantId, streamId, cursor }: Signals["stream_acked"]): void {
  const found = streaming(step, participantId, streamId);
  if (!found) return;
  const { inbox, presence } = found.participant;
  ackThrough(step, found.participant, cursor);
  forgetToldGaps(
    found.participant,
    batchesWhere(inbox, ({ stream }) => stream === streamId),
  );
  if (presence.stream) presence.stream = { ...presence.stream, acksByFrame: true };
}

/** The peer's WebSocket layer has read so far. */
export function streamRead(step: Step, { participantId, streamId, batch }: Signals["stream_read"]): void {
  const found = streaming(step, participantId, streamId);
  if (found) ackStream(step, found.participant, found.stream, batch);
}

export function streamWindow(step: Step, { participantId, streamId, open }: Signals["stream_window"]): void {
  const found = streaming(step, participantId, streamId);
  if (found) found.participant.presence.stream = { ...found.stream, open };
}

/** The participant with this stream open; it has just shown that it is there. */
function streaming(step: Step, id: string, streamId: string): { participant: DraftParticipant; stream: Stream } | null {
  const participant = change(step, id);
  const stream = participant?.presence.stream;
  if (!participant || stream?.id !== streamId) return null;
  participant.presence.lastSeenAt = step.now;
  step.dirty.add(id);
  return { participant, stream };
}
