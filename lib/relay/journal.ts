import type { Credential } from "@/lib/relay/core/credential";
import type { RelayEvent } from "@/lib/relay/core/event";
import type { Stored } from "@/lib/relay/core/restore";
import type { EndedReason, EventsQuery, NoteAuthor } from "@sess.si/protocol";

/** Where kept sessions are written down. One commit is all or nothing, and over when it resolves. */
export interface Journal {
  /** Greater than every one before, and than none of the clock's seconds. */
  nextEpoch(seconds: number): Promise<number>;
  create(session: NewJournal): Promise<void>;
  /**
   * Writes what a session came to. Rejects when that is not, or not known to be, written: then nobody may see it, and
   * who has claimed the session meanwhile goes on from what is there.
   */
  commit(entry: JournalEntry): Promise<void>;
  /** Whom a session would let in, without paging it in. Null when it is not kept here, or not any more. */
  readDoor(sessionId: string): Promise<StoredDoor | null>;
  /** Takes a session over: from now on an earlier holder can commit nothing. Null when there is no such session. */
  claim(sessionId: string): Promise<Claimed | null>;
  readPayloads(sessionId: string, seqs: readonly number[]): Promise<Map<number, string>>;
  readHistory(sessionId: string, page: HistoryQuery): Promise<HistoryPage>;
  /** Sessions whose time has run out, and, after a start, those that a dead process left with open commands. */
  findDue(now: number, limit: number): Promise<string[]>;
  findInterrupted(limit: number): Promise<string[]>;
  /** Deletes some of what ended sessions have left behind; true when there is more. */
  purge(now: number, keepEndedMs: number): Promise<boolean>;
}

export interface NewJournal {
  sessionId: string;
  ownerAccountId: string | null;
  snapshot: string;
  door: string;
  expiresAt: number | null;
}

/** What one commit writes of one session: everything that has piled up for it. */
export interface JournalEntry {
  sessionId: string;
  /** From the claim: whoever has a lower one is no longer its holder. */
  fence: number;
  /** The session's number of its last event. */
  seq: number;
  events: RelayEvent[];
  /** By participant and seq. */
  inbox: Map<string, InboxChange>;
  /** Their inboxes are gone. */
  departed: string[];
  /** Per participant; null when unchanged. */
  handedTo: Record<string, number> | null;
  /** Credentials as JSON text; null when unchanged. */
  door: string | null;
  snapshot: string | null;
  bytes: number;
  expiresAt: number | null;
  /** Of the first open command. */
  deadlineAt: number | null;
  /** Everything is written down, and the session leaves RAM with this. */
  isLast: boolean;
  ended: { at: number; reason: EndedReason } | null;
}

/** What becomes of a row of the durable inbox. */
export interface InboxChange {
  participantId: string;
  seq: number;
  type: "add" | "mark" | "drop";
  eventSeq: number;
  held: boolean;
}

export interface StoredDoor {
  ownerAccountId: string | null;
  credentials: [string, Credential][];
  ended: { at: number; reason: EndedReason } | null;
}

export interface Claimed {
  fence: number;
  /** The number of the last event in the snapshot. */
  snapshotSeq: number;
  stored: Stored;
  handedTo: Record<string, number>;
  bytes: number;
}

export interface HistoryQuery extends Omit<EventsQuery, "limit" | "order"> {
  limit: number;
  order: "asc" | "desc";
  /** A page ends where its payloads come to this much. */
  maxBytes: number;
}

export interface HistoryPage {
  rows: HistoryRow[];
  hasMore: boolean;
}

export interface HistoryRow {
  seq: number;
  at: number;
  name: RelayEvent["name"];
  payload: string;
  to: readonly { participantId: string; seq: number }[];
  actor: string | null;
  author: NoteAuthor | null;
  privateTo: string | null;
}
