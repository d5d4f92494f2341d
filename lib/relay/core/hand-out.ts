import { payloadText } from "@/lib/relay/core/buffer";
import type { DraftParticipant } from "@/lib/relay/core/draft";
import { type DraftInbox, type Inbox, type Item, moved, unqueue } from "@/lib/relay/core/inbox";
import type { HandOut, Message, Step } from "@/lib/relay/core/step";

export interface Wanted {
  /** null: every event. */
  names: ReadonlySet<string> | null;
  /** Items up to this seq need no look. */
  after: number;
  maxMessages: number;
  /** Where a reply could have more. */
  maxBytes?: number;
  stream: string | null;
}

export const NO_MESSAGES: HandOut = { messages: [], hasMore: false, gap: null, batch: null };

/** A message that is in no inbox. */
export function unnumbered(name: string, payload: string): HandOut {
  const message = { name, payload, seq: null, eventSeq: null, redelivered: false };
  return { messages: [message], hasMore: false, gap: null, batch: null };
}

/** Hands out, in order, what can be handed out now, within the bounds of one reply. */
export function handOut(step: Step, participant: DraftParticipant, wanted: Wanted): HandOut {
  const { inbox } = participant;
  const { max_drain_bytes } = step.state.rules.limits;
  const taken = choose(inbox, wanted, Math.min(wanted.maxBytes ?? max_drain_bytes, max_drain_bytes));
  const gap = wanted.stream === null ? inbox.gap : null;
  if (taken.items.length === 0 && gap === null) return NO_MESSAGES;

  const messages = taken.items.map((item) => messageOf(step, item));
  markHanded(inbox, taken, wanted.stream);
  reportHanded(step, participant, taken);
  return { messages, hasMore: taken.hasMore, gap, batch: inbox.lastBatch };
}

interface Taken {
  items: Item[];
  /** Passed over because of their name, below one that was taken. */
  passed: Item[];
  hasMore: boolean;
}

function choose(inbox: Inbox, { names, after, maxMessages }: Wanted, maxBytes: number): Taken {
  const items: Item[] = [];
  const others: Item[] = [];
  let bytes = 0;
  let hasMore = false;
  for (const item of available(inbox, after)) {
    const isWanted = names === null || item.force || names.has(item.name);
    if (!isWanted) {
      others.push(item);
      continue;
    }
    hasMore = items.length >= maxMessages || (items.length > 0 && bytes + item.bytes > maxBytes);
    if (hasMore) break;
    items.push(item);
    bytes += item.bytes;
  }
  const highest = items.at(-1)?.seq ?? 0;
  return { items, passed: others.filter(({ seq, held }) => seq < highest && !held), hasMore };
}

/** Pending and returned items in one order. */
function* available({ pending, returned }: Inbox, after: number): Generator<Item, void> {
  const backs = returned.size === 0 ? null : returned.after(after);
  let back = backs?.next();
  for (const { key: seq, value: item } of pending.after(after)) {
    for (; back && !back.done && back.value.key < seq; back = backs?.next()) yield back.value.value;
    yield item;
  }
  for (; back && !back.done; back = backs?.next()) yield back.value.value;
}

function markHanded(inbox: DraftInbox, { items, passed }: Taken, stream: string | null): void {
  const batch = inbox.lastBatch + 1;
  const seqs = items.map(({ seq }) => seq);
  const gap = stream === null ? inbox.gap : null;
  inbox.lastBatch = batch;
  inbox.batches = inbox.batches.set(batch, { stream, finished: false, seqs, left: seqs.length, gap });
  inbox.handedTo = Math.max(inbox.handedTo, seqs.at(-1) ?? 0);
  if (gap !== null) inbox.gap = null;
  for (const item of items) {
    if (item.batch === 0) unqueue(inbox, item);
    else inbox.returned = inbox.returned.delete(item.seq);
    inbox.out = inbox.out.set(item.seq, moved(item, { batch }));
  }
  for (const item of passed) {
    const place = item.batch === 0 ? "pending" : "returned";
    inbox[place] = inbox[place].set(item.seq, moved(item, { held: true }));
  }
}

function messageOf(step: Step, item: Item): Message {
  const { name, seq, eventSeq, batch, maybe } = item;
  const payload = payloadText(step.state.buffer, eventSeq);
  return { name, payload, seq, eventSeq, redelivered: batch > 0 || maybe };
}

function reportHanded(step: Step, { id, inbox }: DraftParticipant, { items, passed }: Taken): void {
  const { handedTo } = inbox;
  const { persistence, firehoses } = step.state;
  const held = passed.map(({ seq }) => seq);
  if (persistence !== null) step.effects.push({ type: "handed", participantId: id, handedTo, held, released: [] });
  if (firehoses.size === 0) return;
  for (const { ref } of items)
    if (ref) step.effects.push({ type: "delivery", ref, participantId: id, state: "handed_out" });
}
