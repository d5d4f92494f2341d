import { LIMITS } from "@sess.si/protocol";
import type { Sql } from "postgres";

/** Deletes interactions that were finished long ago, with revisions, answers and receipts. Says how many. */
export async function deleteOldInteractions(sql: Sql, plan: string, keepMs: number, limit: number): Promise<number> {
  const deleted = await sql`
    with old as materialized (
      select i.id from workspaces w cross join lateral (
        select id from interactions
        where workspace_id = w.id and settled_at < statement_timestamp() - ${keepMs}::float8 * interval '1 millisecond'
        order by settled_at limit ${limit} for update skip locked
      ) i where w.plan = ${plan} limit ${limit}
    )
    delete from interactions where id in (select id from old)`;
  return deleted.count;
}

/** Deletes audit rows that the plan no longer keeps. Says how many. */
export async function deleteOldAudit(sql: Sql, plan: string, keepMs: number, limit: number): Promise<number> {
  const deleted = await sql`
    with old as materialized (
      select a.id from workspaces w cross join lateral (
        select id from audit_events
        where workspace_id = w.id and at < statement_timestamp() - ${keepMs}::float8 * interval '1 millisecond'
        order by at limit ${limit} for update skip locked
      ) a where w.plan = ${plan} limit ${limit}
    )
    delete from audit_events where id in (select id from old)`;
  return deleted.count;
}

/** Deletes idempotency keys whose 24 hours are over. Says how many. */
export async function deleteOldKeys(sql: Sql, limit: number): Promise<number> {
  const deleted = await sql`
    with old as materialized (
      select workspace_id, key_sha256 from idempotency_keys
      where created_at <= statement_timestamp() - ${LIMITS.idempotencyMs}::float8 * interval '1 millisecond'
      order by created_at limit ${limit} for update skip locked
    )
    delete from idempotency_keys k using old
    where k.workspace_id = old.workspace_id and k.key_sha256 = old.key_sha256`;
  return deleted.count;
}
