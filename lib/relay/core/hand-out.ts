import { payloadText } from "@/lib/relay/core/buffer";
import { type Inbox, type Item, unqueue } from "@/lib/relay/core/inbox";
import type { Participant } from "@/lib/relay/core/participant";
import { replaceParticipant } from "@/lib/relay/core/state";
import type { HandOut, Message, Step } from "@/lib/relay/core/step";

export interface Wanted {
  /** null: every event. */
  names: ReadonlySet<string> | null;
  /** Items up to this seq need no look. */
  after: number;
  maxMessages: number;
  stream: string | null;
}

/** Hands out, in order, what can be handed out now, within the bounds of one reply. */
export function handOut(step: Step, participant: Participant, wanted: Wanted): HandOut {
  const taken = choose(participant.inbox, wanted, step.state.rules.limits.max_drain_bytes);
  const gap = wanted.stream === null ? participant.inbox.gap : null;
  if (taken.items.length === 0 && gap === null) return { messages: [], hasMore: false, gap: null, batch: null };

  const messages = taken.items.map((item) => messageOf(step, item));
  const inbox = markHanded(participant.inbox, taken, wanted.stream, gap);
  step.state = replaceParticipant(step.state, { ...participant, inbox });
  reportHanded(step, participant, taken, inbox.handedTo);
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
  if (returned.size === 0) {
    for (const [, item] of pending.after(after)) yield item;
    return;
  }
  const backs = returned.after(after);
  let back = backs.next();
  for (const [seq, item] of pending.after(after)) {
    for (; !back.done && back.value[0] < seq; back = backs.next()) yield back.value[1];
    yield item;
  }
  for (; !back.done; back = backs.next()) yield back.value[1];
}

function markHanded(inbox: Inbox, { items, passed }: Taken, stream: string | null, gap: Inbox["gap"]): Inbox {
  const batch = inbox.lastBatch + 1;
  const seqs = items.map(({ seq }) => seq);
  const batches = inbox.batches.set(batch, { stream, finished: false, seqs, left: seqs.length, gap });
  const handedTo = Math.max(inbox.handedTo, seqs.at(-1) ?? 0);
  let next: Inbox = { ...inbox, batches, lastBatch: batch, handedTo, gap: gap === null ? inbox.gap : null };
  for (const item of items) {
    const isPending = next.pending.has(item.seq);
    next = isPending ? unqueue(next, item) : { ...next, returned: next.returned.delete(item.seq) };
    next = { ...next, out: next.out.set(item.seq, { ...item, batch }) };
  }
  for (const item of passed) {
    const place = next.pending.has(item.seq) ? "pending" : "returned";
    next = { ...next, [place]: next[place].set(item.seq, { ...item, held: true }) };
  }
  return next;
}

function messageOf(step: Step, item: Item): Message {
  const { name, seq, eventSeq, batch, maybe } = item;
  const payload = payloadText(step.state.buffer, eventSeq);
  return { name, payload, seq, eventSeq, redelivered: batch > 0 || maybe };
}

function reportHanded(step: Step, { id }: Participant, { items, passed }: Taken, handedTo: number): void {
  const held = passed.map(({ seq }) => seq);
  if (items.length > 0) step.effects.push({ type: "handed", participantId: id, handedTo, held, released: [] });
  if (step.state.firehoses.size === 0) return;
  for (const { ref } of items)
    if (ref) step.effects.push({ type: "delivery", ref, participantId: id, state: "handed_out" });
}
