import type { Change, RelayEvent } from "@/lib/relay/core/event";
import type { StoredItem } from "@/lib/relay/core/restore";
import type { Claimed } from "@/lib/relay/journal";
import type { Sql } from "postgres";

/** Waits for a commit that is on its way, and shuts the door on every later one of the earlier holder. */
const CLAIM = `
  with earlier as (select id, is_clean from relay_sessions where id = $1 and ended_at is null for update)
  update relay_sessions s set fence = s.fence + 1, is_clean = false
  from earlier where s.id = earlier.id
  returning s.fence::float8 as fence, earlier.is_clean as "isClean", s.handed_to as "handedTo", s.bytes::float8 as bytes`;

/** All of it in one statement, so that it fits together. Payloads stay where they are. */
const READ = `
  select 'snapshot' as kind, seq::float8 as seq, 0::float8 as at, '' as name, 0 as bytes, state as text,
    '' as "participantId", 0::float8 as "inboxSeq", false as held
  from relay_snapshots where session_id = $1
  union all
  select 'event', seq, at, name, bytes, detail, '', 0, false from relay_events
  where session_id = $1 and seq > (select seq from relay_snapshots where session_id = $1)
  union all
  select 'item', e.seq, e.at, e.name, e.bytes, e.detail, i.participant_id, i.seq, i.held
  from relay_inbox i join relay_events e on e.session_id = i.session_id and e.seq = i.event_seq
  where i.session_id = $1`;

interface Row {
  kind: "snapshot" | "event" | "item";
  seq: number;
  at: number;
  name: RelayEvent["name"];
  bytes: number;
  text: string;
  participantId: string;
  inboxSeq: number;
  held: boolean;
}

interface ClaimRow {
  fence: number;
  isClean: boolean;
  handedTo: string;
  bytes: number;
}

/** Takes a session over and reads what it needs to go on: its snapshot, what came after, and what is unread. */
export async function claim(sql: Sql, sessionId: string): Promise<Claimed | null> {
  const [taken] = await sql.unsafe<ClaimRow[]>(CLAIM, [sessionId], { prepare: true });
  if (!taken) return null;
  const rows = await sql.unsafe<Row[]>(READ, [sessionId], { prepare: true });
  const snapshot = rows.find(({ kind }) => kind === "snapshot");
  if (!snapshot) throw new Error("a relay session has no snapshot");
  const events = new Map<number, RelayEvent>();
  const eventOf = (row: Row): RelayEvent => {
    const known = events.get(row.seq);
    if (known) return known;
    const event = readEvent(row);
    events.set(row.seq, event);
    return event;
  };
  const tail = rows.filter(({ kind }) => kind === "event").map(eventOf);
  const inbox = rows.filter(({ kind }) => kind === "item").map((row) => ({ ...itemRow(row), event: eventOf(row) }));
  const handedTo = JSON.parse(taken.handedTo) as Record<string, number>;
  return {
    fence: taken.fence,
    bytes: taken.bytes,
    handedTo,
    snapshotSeq: snapshot.seq,
    stored: {
      snapshot: snapshot.text,
      events: tail.sort((a, b) => a.seq - b.seq),
      inbox: inbox.sort((a, b) => a.seq - b.seq),
      handedTo: new Map(Object.entries(handedTo)),
      clean: taken.isClean,
    },
  };
}

function itemRow({ participantId, inboxSeq, held }: Row): Omit<StoredItem, "event"> {
  return { participantId, seq: inboxSeq, held };
}

/** What was written of an event beside its payload. */
export interface Detail extends Pick<RelayEvent, "to" | "actor" | "author" | "privateTo"> {
  change: Change;
}

function readEvent({ seq, at, name, bytes, text }: Row): RelayEvent {
  // The relay reads what it wrote itself.
  const { to, actor, author, privateTo, change } = JSON.parse(text) as Detail;
  return { seq, at, name, payload: "", bytes, to, actor, author, privateTo, change };
}
