import { applyEvent } from "@/lib/relay/core/apply";
import type { RelayEvent } from "@/lib/relay/core/event";
import { EMPTY_INBOX, enqueue, type Inbox, itemOf } from "@/lib/relay/core/inbox";
import type { Rules } from "@/lib/relay/core/rules";
import { readSnapshot } from "@/lib/relay/core/snapshot";
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
  let session = readSnapshot(stored.snapshot, rules, now);
  for (const event of stored.events) if (event.seq > session.seq) session = applyEvent(session, event);
  const inboxes = inboxesOf(stored);
  const participants = session.participants.map((participant) => {
    const inbox = inboxes.get(participant.id) ?? emptyInbox(stored, participant.id);
    const offlineSince = participant.online ? null : now;
    return { ...participant, inbox, presence: { ...participant.presence, offlineSince, used: true } };
  });
  return { ...session, participants };
}

function inboxesOf(stored: Stored): Map<string, Inbox> {
  const inboxes = new Map<string, Inbox>();
  for (const item of stored.inbox) {
    const { participantId } = item;
    const inbox = inboxes.get(participantId) ?? emptyInbox(stored, participantId);
    inboxes.set(participantId, addStored(inbox, item, stored.clean));
  }
  return inboxes;
}

function emptyInbox({ handedTo }: Stored, participantId: string): Inbox {
  return { ...EMPTY_INBOX, handedTo: handedTo.get(participantId) ?? 0, lastBatch: 1 };
}

/**
 * Hand-outs are written late, so after a crash anything beyond the mark may have been handed out. An item that was
 * passed over may have been since, and no cursor tells.
 */
function addStored(inbox: Inbox, { seq, held, event }: StoredItem, clean: boolean): Inbox {
  const item = { ...itemOf(event, seq), held };
  if (seq <= inbox.handedTo && !held) return { ...inbox, returned: inbox.returned.set(seq, { ...item, batch: 1 }) };
  return enqueue(inbox, { ...item, maybe: held || !clean });
}
