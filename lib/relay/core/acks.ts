import type { Batch, Item } from "@/lib/relay/core/inbox";
import type { Participant, Stream } from "@/lib/relay/core/participant";
import { discardItems, returnBatches } from "@/lib/relay/core/settle-items";
import { findParticipant, replaceParticipant } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";

/**
 * Settles what a caller has shown to have by calling again. With a cursor: everything handed out up to it, while the
 * rest of its finished replies comes again. Without: every reply that was finished before this call.
 */
export function settleCall(step: Step, participant: Participant, cursor: number | null): Participant {
  const finished = batchesWhere(participant, ({ stream, finished }) => stream === null && finished);
  if (cursor === null) {
    const seqs = finished.flatMap((number) => seqsOf(participant, number));
    return forgetToldGaps(step, ackSeqs(step, participant, seqs), finished);
  }
  const acked = ackThrough(step, participant, cursor);
  const lost = finished.filter((number) => seqsOf(acked, number).length > 0);
  return forgetToldGaps(step, returnBatches(step, acked, lost), finished);
}

/** Acknowledges what was handed out up to a cursor; what never was handed out stays, whatever the cursor says. */
export function ackThrough(step: Step, participant: Participant, cursor: number): Participant {
  const { pending, out, returned, batches } = participant.inbox;
  // After a crash nobody knows what was handed out, so a cursor that can be ours is believed.
  const isPlausible = cursor <= participant.lastSeq;
  return ackSeqs(step, participant, [
    ...seqsUpTo(out, cursor, (item) => !item.held || (batches.get(item.batch)?.finished ?? false)),
    ...seqsUpTo(returned, cursor, (item) => !item.held),
    ...(isPlausible ? seqsUpTo(pending, cursor, (item) => item.maybe && !item.held) : []),
  ]);
}

/**
 * A pong: the peer has read everything that was written to this stream up to that batch. Where it acknowledges by
 * frame, a pong only settles what a cursor cannot.
 */
export function ackStream(
  step: Step,
  participant: Participant,
  { id, acksByFrame }: Stream,
  upTo: number,
): Participant {
  const numbers = batchesWhere(participant, ({ stream }) => stream === id).filter((number) => number <= upTo);
  const seqs = numbers.flatMap((number) => seqsOf(participant, number));
  const { out } = participant.inbox;
  const read = acksByFrame ? seqs.filter((seq) => out.get(seq)?.held) : seqs;
  return forgetToldGaps(step, ackSeqs(step, participant, read), numbers);
}

export function batchesWhere({ inbox }: Participant, isMeant: (batch: Batch) => boolean): number[] {
  return [...inbox.batches].filter(([, batch]) => isMeant(batch)).map(([number]) => number);
}

function seqsOf({ inbox }: Participant, number: number): number[] {
  return (inbox.batches.get(number)?.seqs ?? []).filter((seq) => inbox.out.get(seq)?.batch === number);
}

function seqsUpTo(items: Iterable<readonly [number, Item]>, cursor: number, isDone: (item: Item) => boolean): number[] {
  const seqs: number[] = [];
  for (const [seq, item] of items) {
    if (seq > cursor) break;
    if (isDone(item)) seqs.push(seq);
  }
  return seqs;
}

function ackSeqs(step: Step, participant: Participant, seqs: readonly number[]): Participant {
  if (step.state.firehoses.size > 0) reportAcked(step, participant, seqs);
  const acked = discardItems(step, participant, seqs);
  const { stream } = acked.presence;
  if (acked === participant || stream === null || stream.stalledSince === null) return acked;
  // Progress: the patience with a slow reader begins anew.
  const changed = { ...acked, presence: { ...acked.presence, stream: { ...stream, stalledSince: step.now } } };
  step.state = replaceParticipant(step.state, changed);
  return changed;
}

function reportAcked(step: Step, { id, inbox }: Participant, seqs: readonly number[]): void {
  for (const seq of seqs) {
    const ref = (inbox.out.get(seq) ?? inbox.returned.get(seq))?.ref;
    if (ref) step.effects.push({ type: "delivery", ref, participantId: id, state: "acked" });
  }
}

/** What is left of these batches is the gap that they reported: it has arrived. */
export function forgetToldGaps(step: Step, participant: Participant, numbers: readonly number[]): Participant {
  const told = numbers.filter((number) => participant.inbox.batches.get(number)?.left === 0);
  const batches = told.reduce((kept, number) => kept.delete(number), participant.inbox.batches);
  if (batches === participant.inbox.batches) return participant;
  const changed = { ...participant, inbox: { ...participant.inbox, batches } };
  step.state = replaceParticipant(step.state, changed);
  return changed;
}

/** The host reports how a reply ended; it may finish first and turn out lost later. */
export function endReply(step: Step, participantId: string, number: number, arrived: boolean): void {
  const participant = findParticipant(step.state, participantId);
  const batch = participant?.inbox.batches.get(number);
  if (!participant || !batch) return;
  if (!arrived) {
    returnBatches(step, participant, [number]);
    return;
  }
  const batches = participant.inbox.batches.set(number, { ...batch, finished: true });
  const inbox = { ...participant.inbox, batches };
  step.state = replaceParticipant(step.state, { ...participant, inbox });
  const released = batch.seqs.filter((seq) => inbox.out.get(seq)?.held);
  const { handedTo } = inbox;
  if (released.length > 0) step.effects.push({ type: "handed", participantId, handedTo, held: [], released });
}
