import type { Credential } from "@/lib/relay/core/credential";
import { finishedSeqs } from "@/lib/relay/core/acks";
import { freshRuntime } from "@/lib/relay/core/create";
import { EMPTY_INBOX } from "@/lib/relay/core/inbox";
import { absent, type Participant, withPresence } from "@/lib/relay/core/participant";
import type { RosterEntry } from "@/lib/relay/core/roster-entry";
import type { Rules } from "@/lib/relay/core/rules";
import { readCommands, saveCommands, type SavedCommands } from "@/lib/relay/core/saved-commands";
import { SortedMap } from "@/lib/relay/core/sorted-map";
import type { KeptNote, RelaySession } from "@/lib/relay/core/state";

const VERSION = 1;

interface SavedParticipant {
  entry: RosterEntry;
  lastSeenAt: number;
  maybeTo: number;
  /** Handed out by replies that arrived. Good only when nothing happened after the snapshot. */
  finished: number[];
}

type Plain =
  | "id"
  | "createdAt"
  | "creatorId"
  | "ownerAccountId"
  | "config"
  | "persistence"
  | "purpose"
  | "seq"
  | "joins"
  | "haltAll"
  | "activeAt"
  | "ended";

interface Snapshot extends Pick<RelaySession, Plain> {
  version: number;
  participants: SavedParticipant[];
  credentials: [string, Credential][];
  commands: SavedCommands;
  rotation: [string, number][];
  notes: [string, KeptNote][];
}

/** Everything that survives a restart but the inboxes, without payloads, as JSON text. */
export function takeSnapshot(session: RelaySession): string {
  const { id, createdAt, creatorId, ownerAccountId, config, persistence, purpose } = session;
  const { seq, joins, haltAll, activeAt, ended } = session;
  const own = { id, createdAt, creatorId, ownerAccountId, config, persistence, purpose };
  const snapshot: Snapshot = {
    version: VERSION,
    ...own,
    seq,
    joins,
    haltAll,
    activeAt,
    ended,
    participants: session.participants.map((one) => ({
      entry: entryOf(one),
      lastSeenAt: one.presence.lastSeenAt,
      maybeTo: one.inbox.maybeTo,
      finished: finishedSeqs(one.inbox),
    })),
    credentials: entriesOf(session.credentials),
    commands: saveCommands(session.sent),
    rotation: entriesOf(session.rotation),
    notes: entriesOf(session.notes),
  };
  return JSON.stringify(snapshot);
}

function entriesOf<V>(map: SortedMap<string, V>): [string, V][] {
  return [...map].map(({ key, value }) => [key, value]);
}

/** The roster's part of a participant. */
export function entryOf({ inbox: _inbox, presence: _presence, ...entry }: Participant): RosterEntry {
  return entry;
}

/** Stands for every hand-out of an earlier process. */
export const RESTORED_BATCH = 1;

/** The session of a snapshot, nobody listening. Throws when the text is not of this version. */
export function readSnapshot(text: string, rules: Rules, now: number): RelaySession {
  // The relay reads what it wrote itself; another version is refused.
  const { version, ...snapshot } = JSON.parse(text) as Snapshot;
  if (version !== VERSION) throw new TypeError(`A snapshot of version ${version} cannot be read.`);
  const { participants, credentials, commands, rotation, notes, ...plain } = snapshot;
  return {
    ...plain,
    participants: participants.map((saved) => readParticipant(saved, now)),
    credentials: SortedMap.from(credentials),
    ...readCommands(commands),
    rotation: SortedMap.from(rotation),
    notes: SortedMap.from(notes),
    noteOrder: SortedMap.from(notes.map(([id, { seq }]) => [seq, id])),
    ...freshRuntime(rules, now),
  };
}

function readParticipant({ entry, lastSeenAt, maybeTo, finished }: SavedParticipant, now: number): Participant {
  const presence = { ...absent(lastSeenAt), used: true, offlineSince: entry.online ? null : now };
  const batch = { stream: null, finished: true, seqs: finished, left: finished.length, gap: null };
  const batches = finished.length > 0 ? EMPTY_INBOX.batches.set(RESTORED_BATCH, batch) : EMPTY_INBOX.batches;
  return { ...withPresence(entry, presence), inbox: { ...EMPTY_INBOX, batches, lastBatch: RESTORED_BATCH, maybeTo } };
}
