import { applyEvent } from "@/lib/relay/core/apply";
import type { RelayEvent } from "@/lib/relay/core/event";
import { change, type DraftParticipant, draftOf } from "@/lib/relay/core/draft";
import { EMPTY_INBOX, enqueue, itemOf } from "@/lib/relay/core/inbox";
import type { Rules } from "@/lib/relay/core/rules";
import { readSnapshot, RESTORED_BATCH } from "@/lib/relay/core/snapshot";
import type { RelaySession } from "@/lib/relay/core/state";

/** What the journal holds of a session. Events need no payloads. */
export interface Stored {
  snapshot: string;
  /** Those after the snapshot, in order. */
  events: Iterable<RelayEvent>;
  /** What nobody has acknowledged, in the order of each inbox, with its event. */
  inbox: Iterable<StoredItem>;
  /** The highest seq handed out to each participant, as far as it was written. */
  handedTo: ReadonlyMap<string, number>;
  /** The process that had it wrote everything down before it let go. */
  clean: boolean;
}

export interface StoredItem {
  participantId: string;
  seq: number;
  held: boolean;
  event: RelayEvent;
}

/** Brings a session back into RAM. */
export function restore(stored: Stored, rules: Rules, now: number): RelaySession {
  const draft = draftOf(readSnapshot(stored.snapshot, rules, now));
  for (const event of stored.events) if (event.seq > draft.state.seq) applyEvent(draft, event);
  for (const { id } of draft.state.participants) {
    const participant = change(draft, id);
    if (participant) reopen(participant, stored, now);
  }
  for (const item of stored.inbox) addStored(change(draft, item.participantId), item);
  return draft.state;
}

function reopen(participant: DraftParticipant, { handedTo, clean }: Stored, now: number): void {
  const { inbox, presence, online, lastSeq } = participant;
  inbox.handedTo = handedTo.get(participant.id) ?? 0;
  inbox.lastBatch = RESTORED_BATCH;
  // Hand-outs are written late: after a crash anything may have been handed out, and nothing is known to have arrived.
  if (!clean) {
    inbox.maybeTo = lastSeq;
    inbox.batches = EMPTY_INBOX.batches;
  }
  presence.used = true;
  presence.offlineSince = online ? null : now;
}

function addStored(participant: DraftParticipant | undefined, { seq, held, event }: StoredItem): void {
  if (!participant) return;
  const { inbox } = participant;
  const item = { ...itemOf(event, seq), held };
  const handed = { ...item, batch: RESTORED_BATCH };
  if (inbox.batches.get(RESTORED_BATCH)?.seqs.includes(seq)) inbox.out = inbox.out.set(seq, handed);
  else if (seq <= inbox.handedTo && !held) inbox.returned = inbox.returned.set(seq, handed);
  // What was passed over may have been handed out since, and no cursor tells.
  else enqueue(inbox, { ...item, maybe: held || seq <= inbox.maybeTo });
}
