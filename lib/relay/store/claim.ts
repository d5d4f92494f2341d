import type { Change, RelayEvent } from "@/lib/relay/core/event";
import type { Stored, StoredItem } from "@/lib/relay/core/restore";
import type { Claimed } from "@/lib/relay/journal";
import type { Sql } from "postgres";

/**
 * Waits for a commit that is on its way, and shuts the door on every later one of the earlier holder. The snapshot may
 * be the one before that commit's: then the tail is longer.
 */
const CLAIM = `
  with earlier as (select id, is_clean from relay_sessions where id = $1 and ended_at is null for update)
  update relay_sessions s set fence = s.fence + 1, is_clean = false
  from earlier, relay_snapshots t
  where s.id = earlier.id and t.session_id = $1
  returning s.fence::float8 as fence, earlier.is_clean as "isClean", s.handed_to as "handedTo",
    s.bytes::float8 as bytes, t.seq::float8 as "snapshotSeq", t.state as snapshot`;

/** The tail and what is unread in one statement, so that they fit together. Payloads stay where they are. */
export const READ_TAIL = `
  select seq::float8 as seq, at::float8 as at, name, bytes, detail, null as "participantId", 0::float8 as "inboxSeq",
    false as held
  from relay_events where session_id = $1 and seq > $2
  union all
  select e.seq, e.at, e.name, e.bytes, e.detail, i.participant_id, i.seq, i.held
  from relay_inbox i join relay_events e on e.session_id = i.session_id and e.seq = i.event_seq
  where i.session_id = $1`;

interface Row {
  seq: number;
  at: number;
  name: RelayEvent["name"];
  bytes: number;
  detail: string;
  /** Null for a row of the tail. */
  participantId: string | null;
  inboxSeq: number;
  held: boolean;
}

interface ClaimRow {
  fence: number;
  isClean: boolean;
  handedTo: string;
  bytes: number;
  snapshotSeq: number;
  snapshot: string;
}

/** Takes a session over and reads what it needs to go on: its snapshot, what came after, and what is unread. */
export async function claim(sql: Sql, sessionId: string): Promise<Claimed | null> {
  const [taken] = await sql.unsafe<ClaimRow[]>(CLAIM, [sessionId], { prepare: true });
  if (!taken) return null;
  const { fence, bytes, snapshotSeq, snapshot, isClean: clean } = taken;
  const rows = await sql.unsafe<Row[]>(READ_TAIL, [sessionId, snapshotSeq], { prepare: true });
  const handedTo = JSON.parse(taken.handedTo) as Record<string, number>;
  const stored = { snapshot, ...readRows(rows), handedTo: new Map(Object.entries(handedTo)), clean };
  return { fence, bytes, handedTo, snapshotSeq, stored };
}

/** An event may be unread by many, and in the tail as well: it is parsed once. */
function readRows(rows: readonly Row[]): Pick<Stored, "events" | "inbox"> {
  const known = new Map<number, RelayEvent>();
  const events: RelayEvent[] = [];
  const inbox: StoredItem[] = [];
  for (const row of rows) {
    const event = known.get(row.seq) ?? readEvent(row);
    known.set(row.seq, event);
    const { participantId, inboxSeq: seq, held } = row;
    if (participantId === null) events.push(event);
    else inbox.push({ participantId, seq, held, event });
  }
  return { events: events.sort((a, b) => a.seq - b.seq), inbox: inbox.sort((a, b) => a.seq - b.seq) };
}

/** What was written of an event beside its payload. */
export interface Detail extends Pick<RelayEvent, "to" | "actor" | "author" | "privateTo"> {
  change: Change;
}

function readEvent({ seq, at, name, bytes, detail }: Row): RelayEvent {
  // The relay reads what it wrote itself.
  const { to, actor, author, privateTo, change } = JSON.parse(detail) as Detail;
  return { seq, at, name, payload: "", bytes, to, actor, author, privateTo, change };
}
