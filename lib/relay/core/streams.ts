import { ackStream, ackThrough, batchesWhere, forgetToldGaps, settleCall } from "@/lib/relay/core/acks";
import type { Actor } from "@/lib/relay/core/caller";
import type { Calls, StreamInput } from "@/lib/relay/core/calls";
import type { Batch } from "@/lib/relay/core/inbox";
import type { Participant, Stream } from "@/lib/relay/core/participant";
import { keepAwake } from "@/lib/relay/core/serve";
import { self } from "@/lib/relay/core/self";
import { returnBatches } from "@/lib/relay/core/settle-items";
import type { Signals } from "@/lib/relay/core/signals";
import { findParticipant, replaceParticipant } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";
import type { InboxGap } from "@sess.si/protocol";

/** Opens the participant's stream in place of the one it may have had; what that one still owed comes again here. */
export function openStream(step: Step, input: StreamInput, actor: Actor): Calls["open_stream"]["reply"] {
  const caller = self(step, actor);
  const earlier = caller.presence.stream;
  if (earlier) {
    closeStream(step, { participantId: caller.id, streamId: earlier.id });
    step.effects.push({ type: "close_stream", streamId: earlier.id, reason: "replaced" });
  }
  const settled = settleCall(step, self(step, actor), input.cursor);
  const { streamId: id, transport } = input;
  const stream: Stream = { id, transport, open: true, unacked: 0, acksByFrame: false, stalledSince: null };
  const presence = { ...settled.presence, stream, streamlessSince: null };
  const opened = input.hello ? reportGap(settled, id) : { participant: settled, gap: null };
  step.state = replaceParticipant(step.state, { ...opened.participant, presence });
  step.dirty.add(caller.id);
  return { lastSeq: settled.lastSeq, gap: opened.gap };
}

/** A gap told by the hello counts as told once the peer has read it. */
function reportGap(participant: Participant, stream: string): { participant: Participant; gap: InboxGap | null } {
  const { inbox } = participant;
  if (inbox.gap === null) return { participant, gap: null };
  const batch: Batch = { stream, finished: false, seqs: [], left: 0, gap: inbox.gap };
  const lastBatch = inbox.lastBatch + 1;
  const told = { ...inbox, gap: null, lastBatch, batches: inbox.batches.set(lastBatch, batch) };
  return { participant: { ...participant, inbox: told }, gap: inbox.gap };
}

/** The stream is gone: what it was given and nobody acknowledged is to be handed out again. */
export function closeStream(step: Step, { participantId, streamId }: Signals["stream_closed"]): void {
  const participant = streaming(step, participantId, streamId);
  if (!participant) return;
  const lost = batchesWhere(participant, ({ stream }) => stream === streamId);
  const returned = returnBatches(step, participant, lost);
  const streamlessSince = participant.reach === "mcp" && participant.deliveryMode === "push" ? step.now : null;
  const presence = { ...returned.presence, stream: null, streamlessSince, lastWaitAt: step.now };
  step.state = keepAwake(replaceParticipant(step.state, { ...returned, presence }), step.now);
  step.dirty.add(participantId);
}

/** The peer names the last event it has dealt with. */
export function streamAcked(step: Step, { participantId, streamId, cursor }: Signals["stream_acked"]): void {
  const participant = streaming(step, participantId, streamId);
  if (!participant) return;
  const acked = ackThrough(step, participant, cursor);
  const own = batchesWhere(acked, (batch) => batch.stream === streamId);
  changeStream(step, forgetToldGaps(step, acked, own), { acksByFrame: true });
}

/** The peer's WebSocket layer has read so far. */
export function streamRead(step: Step, { participantId, streamId, batch }: Signals["stream_read"]): void {
  const participant = streaming(step, participantId, streamId);
  const stream = participant?.presence.stream;
  if (participant && stream) changeStream(step, ackStream(step, participant, stream, batch), {});
}

export function streamWindow(step: Step, { participantId, streamId, open }: Signals["stream_window"]): void {
  const participant = streaming(step, participantId, streamId);
  if (participant) changeStream(step, participant, { open });
}

function streaming({ state }: Step, participantId: string, streamId: string): Participant | undefined {
  const participant = findParticipant(state, participantId);
  return participant?.presence.stream?.id === streamId ? participant : undefined;
}

function changeStream(step: Step, participant: Participant, change: Partial<Stream>): void {
  const { presence } = participant;
  const stream = presence.stream && { ...presence.stream, ...change };
  const seen = { ...presence, stream, lastSeenAt: step.now };
  step.state = replaceParticipant(step.state, { ...participant, presence: seen });
  step.dirty.add(participant.id);
}
