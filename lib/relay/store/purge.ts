import type { Sql } from "postgres";

/** Small enough that no run holds locks for long. */
const ROWS_AT_ONCE = 5_000;
const SESSIONS_AT_ONCE = 20;

const FIND = `select id from relay_sessions where ended_at is not null and not is_purged limit ${SESSIONS_AT_ONCE}`;

function deletion(table: string): string {
  return `
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where session_id = any(array(select json_array_elements_text($1::json))) limit ${ROWS_AT_ONCE}))`;
}

const DELETIONS = ["relay_inbox", "relay_snapshots", "relay_events"].map(deletion);

/** Deletes a piece of what sessions that are over have left; true when there may be more. */
export async function purge(sql: Sql, now: number, keepEndedMs: number): Promise<boolean> {
  await sql.unsafe("delete from relay_sessions where ended_at <= $1 and is_purged", [now - keepEndedMs]);
  const ids = (await sql.unsafe<{ id: string }[]>(FIND)).map(({ id }) => id);
  if (ids.length === 0) return false;
  for (const statement of DELETIONS) {
    const { count } = await sql.unsafe(statement, [JSON.stringify(ids)]);
    if (count === ROWS_AT_ONCE) return true;
  }
  await sql.unsafe(
    "update relay_sessions set is_purged = true where id = any(array(select json_array_elements_text($1::json)))",
    [JSON.stringify(ids)],
  );
  return ids.length === SESSIONS_AT_ONCE;
}
