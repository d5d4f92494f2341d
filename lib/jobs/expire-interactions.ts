import { WAKE_UPS } from "@/lib/ask/store/channel";
import type { Sql } from "postgres";

// The clock of the statement, unlike `clock_timestamp()`, can bound an index scan.
const EXPIRE = `
  with due as materialized (
    select id from interactions where outcome = 'open' and horizon <= statement_timestamp()
    order by horizon limit $1 for no key update skip locked
  ), ended as (
    update interactions i set version = i.version + 1, expired_at = date_trunc('milliseconds', clock_timestamp())
    from due where i.id = due.id
    returning i.id, i.workspace_id, i.version, i.revision, i.expired_at
  ), audited as (
    insert into audit_events (workspace_id, type, subject_id, version, revision, actor_kind, actor_id, at)
    select workspace_id, 'interaction.expired', id, version, revision, 'system', 'expiry', expired_at from ended
  )
  select pg_notify('${WAKE_UPS}', id) from ended`;

/** Writes down that the time of some interactions is over, and tells whoever watches them. Says how many. */
export async function expireInteractions(sql: Sql, limit: number): Promise<number> {
  const ended = await sql.unsafe(EXPIRE, [limit], { prepare: true });
  return ended.length;
}
