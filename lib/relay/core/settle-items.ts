import { releasePayload } from "@/lib/relay/core/buffer";
import type { DraftParticipant } from "@/lib/relay/core/draft";
import { type DraftInbox, type Item, mergeGaps, unqueue } from "@/lib/relay/core/inbox";
import type { Step } from "@/lib/relay/core/step";

/** Takes items out of an inbox for good, wherever they are, and frees their payloads. */
export function discardItems(step: Step, participant: DraftParticipant, seqs: readonly number[]): void {
  const gone: number[] = [];
  for (const seq of seqs) {
    const { pending, out, returned } = participant.inbox;
    const item = pending.get(seq) ?? out.get(seq) ?? returned.get(seq);
    if (!item) continue;
    gone.push(seq);
    takeOut(participant, item);
    releasePayload(step, item.eventSeq);
  }
  if (gone.length === 0) return;
  if (step.state.persistence !== null)
    step.effects.push({ type: "discarded", participantId: participant.id, seqs: gone });
  step.dirty.add(participant.id);
}

function takeOut({ inbox, presence }: DraftParticipant, item: Item): void {
  const { seq, batch: number } = item;
  if (number === 0) return unqueue(inbox, item);
  if (inbox.returned.has(seq)) {
    inbox.returned = inbox.returned.delete(seq);
    return;
  }
  inbox.out = inbox.out.delete(seq);
  const { stream } = presence;
  if (stream !== null && inbox.batches.get(number)?.stream === stream.id)
    presence.stream = { ...stream, unacked: stream.unacked - 1 };
  countDown(inbox, number);
}

/** A batch is forgotten with its last item, unless a gap was reported with it. */
function countDown(inbox: DraftInbox, number: number): void {
  const batch = inbox.batches.get(number);
  if (!batch) return;
  const isDone = batch.left <= 1 && batch.gap === null;
  inbox.batches = isDone ? inbox.batches.delete(number) : inbox.batches.set(number, { ...batch, left: batch.left - 1 });
}

/** What these batches handed out and nobody acknowledged is to be handed out again, their gaps reported again. */
export function returnBatches(step: Step, participant: DraftParticipant, numbers: readonly number[]): void {
  const { inbox, presence } = participant;
  for (const number of numbers) {
    const batch = inbox.batches.get(number);
    if (!batch) continue;
    const back = batch.seqs.flatMap((seq) => inbox.out.get(seq) ?? []).filter((item) => item.batch === number);
    for (const item of back) giveBack(inbox, item);
    if (batch.finished) holdAgain(step, participant, back);
    inbox.batches = inbox.batches.delete(number);
    inbox.gap = mergeGaps(inbox.gap, batch.gap);
    // A wait that has looked past them has to look again.
    if (presence.wait) presence.wait = { ...presence.wait, checkedTo: 0 };
    step.dirty.add(participant.id);
  }
}

function giveBack(inbox: DraftInbox, item: Item): void {
  inbox.out = inbox.out.delete(item.seq);
  inbox.returned = inbox.returned.set(item.seq, item);
}

/** It seemed to have arrived, and was written down so. */
function holdAgain(step: Step, { id, inbox: { handedTo } }: DraftParticipant, back: readonly Item[]): void {
  const held = back.filter((item) => item.held).map(({ seq }) => seq);
  if (held.length > 0 && step.state.persistence !== null)
    step.effects.push({ type: "handed", participantId: id, handedTo, held, released: [] });
}
