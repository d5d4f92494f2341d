import { applyEvent } from "@/lib/relay/core/apply";
import type { RelayEvent } from "@/lib/relay/core/event";
import { EMPTY_INBOX, enqueue, type Inbox, type Item } from "@/lib/relay/core/inbox";
import type { Rules } from "@/lib/relay/core/rules";
import { readSnapshot } from "@/lib/relay/core/snapshot";
import type { RelaySession } from "@/lib/relay/core/state";

/** What the journal holds of a session. */
export interface Stored {
  snapshot: string;
  /** Those after the snapshot, in order. Payloads are not needed. */
  events: Iterable<RelayEvent>;
  inbox: Iterable<StoredItem>;
  /** The highest seq handed out to each participant, as far as it was written. */
  handedTo: ReadonlyMap<string, number>;
  /** The process that had it wrote everything down before it let go. */
  clean: boolean;
}

export interface StoredItem extends Pick<
  Item,
  "seq" | "eventSeq" | "name" | "bytes" | "sender" | "ref" | "force" | "held"
> {
  participantId: string;
}

/** Brings a session back into RAM. */
export function restore(stored: Stored, rules: Rules, now: number): RelaySession {
  let session = readSnapshot(stored.snapshot, rules, now);
  for (const event of stored.events) if (event.seq > session.seq) session = applyEvent(session, event);
  const inboxes = new Map<string, Inbox>();
  for (const item of stored.inbox) {
    const { participantId } = item;
    const handedTo = stored.handedTo.get(participantId) ?? 0;
    const inbox = inboxes.get(participantId) ?? { ...EMPTY_INBOX, handedTo, lastBatch: 1 };
    inboxes.set(participantId, addStored(inbox, item, stored.clean));
  }
  const participants = session.participants.map((participant) => {
    const handedTo = stored.handedTo.get(participant.id) ?? 0;
    const inbox = inboxes.get(participant.id) ?? { ...EMPTY_INBOX, handedTo, lastBatch: 1 };
    const offlineSince = participant.online ? null : now;
    return { ...participant, inbox, presence: { ...participant.presence, offlineSince, used: true } };
  });
  return { ...session, participants };
}

/** Hand-outs are written late, so after a crash anything beyond the mark may have been handed out. */
function addStored(inbox: Inbox, stored: StoredItem, clean: boolean): Inbox {
  const { participantId: _participantId, ...kept } = stored;
  const wasHanded = stored.seq <= inbox.handedTo && !stored.held;
  if (wasHanded) {
    const item: Item = { ...kept, batch: 1, maybe: false };
    return { ...inbox, returned: inbox.returned.set(item.seq, item) };
  }
  const maybe = !clean && (stored.seq > inbox.handedTo || stored.held);
  return enqueue(inbox, { ...kept, batch: 0, maybe });
}
