import type { Change, RelayEvent } from "@/lib/relay/core/event";
import type { Mutable } from "@/lib/relay/core/mutable";
import { SortedMap } from "@/lib/relay/core/sorted-map";
import type { InboxGap } from "@sess.si/protocol";

/** What waits for one participant. `seq` is the inbox's own; an item is in exactly one of the three maps. */
export interface Inbox {
  /** Never handed out. */
  readonly pending: SortedMap<number, Item>;
  /** Handed out and neither acknowledged nor known to be lost. */
  readonly out: SortedMap<number, Item>;
  /** Handed out by a reply or a stream that failed: to be handed out again. */
  readonly returned: SortedMap<number, Item>;
  readonly batches: SortedMap<number, Batch>;
  readonly lastBatch: number;
  /** The highest seq that was ever handed out. */
  readonly handedTo: number;
  /** Up to this seq, after a crash, nobody knows what was handed out. */
  readonly maybeTo: number;
  /** Pending commands by sender. */
  readonly queuedBy: SortedMap<string, number>;
  readonly gap: InboxGap | null;
}

/** An inbox that a decision has copied, so that it may change it in place. */
export type DraftInbox = Mutable<Inbox>;

export interface Item {
  readonly seq: number;
  /** The session's number of the event. */
  readonly eventSeq: number;
  readonly name: string;
  readonly bytes: number;
  /** The sender of a `command.received`. */
  readonly sender: string | null;
  /** For the firehose: the note or command this is. */
  readonly ref: ItemRef | null;
  /** Ends a wait whatever names it asked for. */
  readonly force: boolean;
  /** The batch that handed it out; 0 while it is pending. */
  readonly batch: number;
  /** After a crash: it may have been handed out, nobody knows. */
  readonly maybe: boolean;
  /** A wait for other names passed over it, so a cursor beyond it says nothing: only a reply that arrived does. */
  readonly held: boolean;
}

export type ItemRef = { note_id: string } | { command_id: string };

/** Items handed out together: by one reply (`stream` null) or by one writing to a stream. */
export interface Batch {
  readonly stream: string | null;
  readonly finished: boolean;
  readonly seqs: readonly number[];
  /** How many of them are not acknowledged. */
  readonly left: number;
  /** The gap that was reported with it. */
  readonly gap: InboxGap | null;
}

export const EMPTY_INBOX: Inbox = {
  pending: SortedMap.empty(),
  out: SortedMap.empty(),
  returned: SortedMap.empty(),
  batches: SortedMap.empty(),
  lastBatch: 0,
  handedTo: 0,
  maybeTo: 0,
  queuedBy: SortedMap.empty(),
  gap: null,
};

/** An event as an item that was never handed out. */
export function itemOf({ seq: eventSeq, name, bytes, change }: RelayEvent, seq: number): Item {
  const sender = change.type === "sent" ? change.command.senderId : null;
  const force = change.type === "ended" || (change.type === "noted" && change.cause === "removal");
  return { seq, eventSeq, name, bytes, sender, ref: refOf(change), force, batch: 0, maybe: false, held: false };
}

/** The item with where it now stands. */
export function moved(
  from: Item,
  { batch = from.batch, held = from.held }: Partial<Pick<Item, "batch" | "held">>,
): Item {
  const { seq, eventSeq, name, bytes, sender, ref, force, maybe } = from;
  return { seq, eventSeq, name, bytes, sender, ref, force, batch, maybe, held };
}

function refOf(change: Change): ItemRef | null {
  if (change.type === "sent") return { command_id: change.command.id };
  return change.type === "noted" ? { note_id: change.note.note_id } : null;
}

/** Puts an item at the end, never handed out. */
export function enqueue(inbox: DraftInbox, item: Item): void {
  inbox.pending = inbox.pending.set(item.seq, item);
  count(inbox, item, 1);
}

/** Takes an item out of the pending ones. */
export function unqueue(inbox: DraftInbox, item: Item): void {
  inbox.pending = inbox.pending.delete(item.seq);
  count(inbox, item, -1);
}

function count(inbox: DraftInbox, { sender }: Item, by: number): void {
  if (sender === null) return;
  const queued = (inbox.queuedBy.get(sender) ?? 0) + by;
  inbox.queuedBy = queued > 0 ? inbox.queuedBy.set(sender, queued) : inbox.queuedBy.delete(sender);
}

export function mergeGaps(a: InboxGap | null, b: InboxGap | null): InboxGap | null {
  if (a === null || b === null) return a ?? b;
  return {
    dropped: a.dropped + b.dropped,
    first_seq: Math.min(a.first_seq, b.first_seq),
    last_seq: Math.max(a.last_seq, b.last_seq),
  };
}

/** Handed out at least once, as far as anybody knows. */
export function wasHanded({ pending }: Inbox, seq: number): boolean {
  const item = pending.get(seq);
  return item === undefined || item.maybe;
}

/** Everything that is not settled. */
export function* allItems({ pending, out, returned }: Inbox): Generator<Item, void> {
  yield* pending.values();
  yield* out.values();
  yield* returned.values();
}
