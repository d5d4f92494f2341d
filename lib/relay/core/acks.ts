import { change, type DraftParticipant } from "@/lib/relay/core/draft";
import type { Batch, Inbox, Item } from "@/lib/relay/core/inbox";
import type { Stream } from "@/lib/relay/core/participant";
import { discardItems, returnBatches } from "@/lib/relay/core/settle-items";
import type { Step } from "@/lib/relay/core/step";

/**
 * Settles what a caller has shown to have by calling again. With a cursor: everything handed out up to it, while the
 * rest of its finished replies comes again. Without: every reply that was finished before this call.
 */
export function settleCall(step: Step, participant: DraftParticipant, cursor: number | null): void {
  const { inbox } = participant;
  const finished = finishedBatches(inbox);
  if (cursor === null) {
    ackSeqs(step, participant, seqsOf(inbox, finished));
  } else {
    ackThrough(step, participant, cursor);
    const lost = finished.filter((number) => seqsOf(inbox, [number]).length > 0);
    returnBatches(step, participant, lost);
  }
  forgetToldGaps(participant, finished);
}

/** Acknowledges what was handed out up to a cursor; what never was handed out stays, whatever the cursor says. */
export function ackThrough(step: Step, participant: DraftParticipant, cursor: number): void {
  const { pending, out, returned, batches, maybeTo } = participant.inbox;
  // After a crash nobody knows what was handed out, so a cursor that can be ours is believed.
  const mayBelieve = maybeTo > 0 && cursor <= participant.lastSeq;
  ackSeqs(step, participant, [
    ...seqsUpTo(out, cursor, (item) => !item.held || (batches.get(item.batch)?.finished ?? false)),
    ...seqsUpTo(returned, cursor, (item) => !item.held),
    ...(mayBelieve ? seqsUpTo(pending, cursor, (item) => item.maybe && !item.held) : []),
  ]);
}

/**
 * A pong: the peer has read everything that was written to this stream up to that batch. Where it acknowledges by
 * frame, a pong only settles what a cursor cannot.
 */
export function ackStream(step: Step, participant: DraftParticipant, { id, acksByFrame }: Stream, upTo: number): void {
  const { inbox } = participant;
  const numbers = batchesWhere(inbox, ({ stream }) => stream === id).filter((number) => number <= upTo);
  const seqs = seqsOf(inbox, numbers);
  ackSeqs(step, participant, acksByFrame ? seqs.filter((seq) => inbox.out.get(seq)?.held) : seqs);
  forgetToldGaps(participant, numbers);
}

/** Replies that have left this process whole. */
function finishedBatches(inbox: Inbox): number[] {
  return batchesWhere(inbox, ({ stream, finished }) => stream === null && finished);
}

/** What they handed out: the next call without a cursor acknowledges it. */
export function finishedSeqs(inbox: Inbox): number[] {
  return seqsOf(inbox, finishedBatches(inbox));
}

export function batchesWhere({ batches }: Inbox, isMeant: (batch: Batch) => boolean): number[] {
  if (batches.size === 0) return [];
  return [...batches].filter(({ value }) => isMeant(value)).map(({ key }) => key);
}

/** What these batches still wait to see acknowledged. */
function seqsOf({ batches, out }: Inbox, numbers: readonly number[]): number[] {
  return numbers.flatMap((number) => (batches.get(number)?.seqs ?? []).filter((seq) => out.get(seq)?.batch === number));
}

function seqsUpTo(items: Inbox["out"], cursor: number, isDone: (item: Item) => boolean): number[] {
  const seqs: number[] = [];
  for (const { key: seq, value: item } of items) {
    if (seq > cursor) break;
    if (isDone(item)) seqs.push(seq);
  }
  return seqs;
}

function ackSeqs(step: Step, participant: DraftParticipant, seqs: readonly number[]): void {
  if (seqs.length === 0) return;
  if (step.state.firehoses.size > 0) reportAcked(step, participant, seqs);
  discardItems(step, participant, seqs);
  const { presence } = participant;
  // Progress: the patience with a slow reader begins anew.
  if (presence.stream && presence.stream.stalledSince !== null)
    presence.stream = { ...presence.stream, stalledSince: step.now };
}

function reportAcked(step: Step, { id, inbox }: DraftParticipant, seqs: readonly number[]): void {
  for (const seq of seqs) {
    const ref = (inbox.out.get(seq) ?? inbox.returned.get(seq))?.ref;
    if (ref) step.effects.push({ type: "delivery", ref, participantId: id, state: "acked" });
  }
}

/** What is left of these batches is the gap that they reported: it has arrived. */
export function forgetToldGaps({ inbox }: DraftParticipant, numbers: readonly number[]): void {
  for (const number of numbers) if (inbox.batches.get(number)?.left === 0) inbox.batches = inbox.batches.delete(number);
}

/** The host reports how a reply ended; it may finish first and turn out lost later. */
export function endReply(step: Step, participantId: string, number: number, arrived: boolean): void {
  const participant = change(step, participantId);
  const batch = participant?.inbox.batches.get(number);
  if (!participant || !batch) return;
  if (!arrived) return returnBatches(step, participant, [number]);
  const { inbox } = participant;
  inbox.batches = inbox.batches.set(number, { ...batch, finished: true });
  const released = batch.seqs.filter((seq) => inbox.out.get(seq)?.held);
  const { handedTo } = inbox;
  if (released.length > 0 && step.state.persistence !== null)
    step.effects.push({ type: "handed", participantId, handedTo, held: [], released });
}
