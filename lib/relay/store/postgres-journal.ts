import type { Pools } from "@/db/client";
import { withReconnect } from "@/lib/ask/store/outage";
import type { Journal, NewJournal, StoredDoor } from "@/lib/relay/journal";
import { claim } from "@/lib/relay/store/claim";
import { committer } from "@/lib/relay/store/commit";
import { readHistory } from "@/lib/relay/store/history";
import { purge } from "@/lib/relay/store/purge";
import type { EndedReason } from "@sess.si/protocol";
import type { Sql } from "postgres";

/** Kept sessions in Postgres; what goes in groups goes over `writes`. */
export function createPostgresJournal({ sql, writes }: Pick<Pools, "sql" | "writes">): Journal {
  return {
    nextEpoch: (seconds) => withReconnect(() => nextEpoch(sql, seconds)),
    create: (session) => withReconnect(() => create(sql, session)),
    commit: committer(writes),
    readDoor: (sessionId) => withReconnect(() => readDoor(sql, sessionId)),
    claim: (sessionId) => withReconnect(() => claim(sql, sessionId)),
    readPayloads: (sessionId, seqs) => withReconnect(() => readPayloads(sql, sessionId, seqs)),
    readHistory: (sessionId, page) => withReconnect(() => readHistory(sql, sessionId, page)),
    findDue: (now, limit) => findIds(sql, "expires_at <= $1 order by expires_at limit $2", [now, limit]),
    findInterrupted: (limit) => findIds(sql, "deadline_at is not null order by deadline_at limit $1", [limit]),
    purge: (now, keepEndedMs) => purge(sql, now, keepEndedMs),
  };
}

async function nextEpoch(sql: Sql, seconds: number): Promise<number> {
  const [row] = await sql.unsafe<{ epoch: number }[]>(
    `insert into relay_epochs as known (is_only, epoch) values (true, $1)
     on conflict (is_only) do update set epoch = greatest(excluded.epoch, known.epoch + 1)
     returning epoch::float8 as epoch`,
    [seconds],
  );
  if (!row) throw new Error("an epoch was not written");
  return row.epoch;
}

/** A snapshot of the beginning comes with it. An earlier try may have got through unheard: ids are not used twice. */
const CREATE = `
  with made as (
    insert into relay_sessions (id, owner_account_id, door, expires_at, is_clean) values ($1, $2, $3, $4, false)
    on conflict (id) do nothing returning id
  )
  insert into relay_snapshots (session_id, seq, state) select id, 0, $5 from made`;

async function create(sql: Sql, session: NewJournal): Promise<void> {
  const { sessionId, ownerAccountId, door, expiresAt, snapshot } = session;
  await sql.unsafe(CREATE, [sessionId, ownerAccountId, door, expiresAt, snapshot], { prepare: true });
}

interface DoorRow {
  ownerAccountId: string | null;
  door: string;
  endedAt: number | null;
  endedReason: EndedReason;
}

const READ_DOOR = `
  select owner_account_id as "ownerAccountId", door, ended_at::float8 as "endedAt", ended_reason as "endedReason"
  from relay_sessions where id = $1`;

async function readDoor(sql: Sql, sessionId: string): Promise<StoredDoor | null> {
  const [row] = await sql.unsafe<DoorRow[]>(READ_DOOR, [sessionId], { prepare: true });
  if (!row) return null;
  const { ownerAccountId, door, endedAt, endedReason } = row;
  const credentials = JSON.parse(door) as StoredDoor["credentials"];
  return { ownerAccountId, credentials, ended: endedAt === null ? null : { at: endedAt, reason: endedReason } };
}

const READ_PAYLOADS = `
  select seq::float8 as seq, payload from relay_events
  where session_id = $1 and seq in (select value::bigint from json_array_elements_text($2::json))`;

async function readPayloads(sql: Sql, sessionId: string, seqs: readonly number[]): Promise<Map<number, string>> {
  const wanted = JSON.stringify(seqs);
  const rows = await sql.unsafe<{ seq: number; payload: string }[]>(READ_PAYLOADS, [sessionId, wanted], {
    prepare: true,
  });
  return new Map(rows.map(({ seq, payload }) => [seq, payload]));
}

async function findIds(sql: Sql, which: string, parameters: number[]): Promise<string[]> {
  const statement = `select id from relay_sessions where ended_at is null and ${which}`;
  return withReconnect(async () => (await sql.unsafe<{ id: string }[]>(statement, parameters)).map(({ id }) => id));
}
