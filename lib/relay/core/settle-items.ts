import { releasePayload } from "@/lib/relay/core/buffer";
import { type Inbox, type Item, mergeGaps, unqueue } from "@/lib/relay/core/inbox";
import type { Participant } from "@/lib/relay/core/participant";
import { replaceParticipant } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";

/** Takes items out of an inbox for good, wherever they are, and frees their payloads. */
export function discardItems(step: Step, participant: Participant, seqs: readonly number[]): Participant {
  let { inbox } = participant;
  let { stream } = participant.presence;
  const gone: number[] = [];
  for (const seq of seqs) {
    const item = inbox.pending.get(seq) ?? inbox.out.get(seq) ?? inbox.returned.get(seq);
    if (!item) continue;
    gone.push(seq);
    if (stream !== null && inbox.out.has(seq) && inbox.batches.get(item.batch)?.stream === stream.id)
      stream = { ...stream, unacked: stream.unacked - 1 };
    inbox = without(inbox, item);
    step.state = { ...step.state, buffer: releasePayload(step.state.buffer, item.eventSeq) };
  }
  if (gone.length === 0) return participant;
  step.effects.push({ type: "discarded", participantId: participant.id, seqs: gone });
  const changed = { ...participant, inbox, presence: { ...participant.presence, stream } };
  step.state = replaceParticipant(step.state, changed);
  step.dirty.add(participant.id);
  return changed;
}

function without(inbox: Inbox, item: Item): Inbox {
  if (inbox.pending.has(item.seq)) return unqueue(inbox, item);
  if (inbox.returned.has(item.seq)) return { ...inbox, returned: inbox.returned.delete(item.seq) };
  return { ...inbox, out: inbox.out.delete(item.seq), batches: countDown(inbox.batches, item.batch) };
}

/** A batch is forgotten with its last item, unless a gap was reported with it. */
function countDown(batches: Inbox["batches"], number: number): Inbox["batches"] {
  const batch = batches.get(number);
  if (!batch) return batches;
  if (batch.left <= 1 && batch.gap === null) return batches.delete(number);
  return batches.set(number, { ...batch, left: batch.left - 1 });
}

/** What these batches handed out and nobody acknowledged is to be handed out again, their gaps reported again. */
export function returnBatches(step: Step, participant: Participant, numbers: readonly number[]): Participant {
  if (numbers.length === 0) return participant;
  let { inbox } = participant;
  for (const number of numbers) {
    const batch = inbox.batches.get(number);
    if (!batch) continue;
    const back = batch.seqs.flatMap((seq) => inbox.out.get(seq) ?? []).filter((item) => item.batch === number);
    inbox = back.reduce(giveBack, inbox);
    if (batch.finished) holdAgain(step, participant, back);
    inbox = { ...inbox, batches: inbox.batches.delete(number), gap: mergeGaps(inbox.gap, batch.gap) };
  }
  // A wait that has looked past them has to look again.
  const { presence } = participant;
  const wait = presence.wait && { ...presence.wait, checkedTo: 0 };
  const changed = { ...participant, inbox, presence: { ...presence, wait } };
  step.state = replaceParticipant(step.state, changed);
  step.dirty.add(participant.id);
  return changed;
}

/** It seemed to have arrived, and was written down so. */
function holdAgain(step: Step, { id, inbox: { handedTo } }: Participant, back: readonly Item[]): void {
  const held = back.filter((item) => item.held).map(({ seq }) => seq);
  if (held.length > 0) step.effects.push({ type: "handed", participantId: id, handedTo, held, released: [] });
}

function giveBack(inbox: Inbox, item: Item): Inbox {
  return { ...inbox, out: inbox.out.delete(item.seq), returned: inbox.returned.set(item.seq, item) };
}
