import type { Sql } from "postgres";

/** Every row of every table, as text: equal dumps mean that nothing was written in between. */
export async function dumpRows(sql: Sql, tables?: readonly string[]): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {};
  for (const table of tables ?? (await tableNames(sql))) {
    const rows = await sql.unsafe(`select t::text as row from ${table} t order by 1`);
    dump[table] = rows.map(({ row }) => String(row));
  }
  return dump;
}

async function tableNames(sql: Sql): Promise<string[]> {
  const tables = await sql`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`;
  return tables.map(({ name }) => String(name));
}

/** Moves an interaction's whole life into the past, as if that much time had passed. */
export async function age(sql: Sql, interactionId: string, ms: number): Promise<void> {
  const by = sql`make_interval(secs => ${ms / 1000})`;
  const changed = await sql`
    update interactions set
      created_at = created_at - ${by},
      expires_at = expires_at - ${by},
      horizon = horizon - ${by},
      extended_until = extended_until - ${by},
      answered_at = answered_at - ${by},
      picked_up_at = picked_up_at - ${by},
      completed_at = completed_at - ${by},
      withdrawn_at = withdrawn_at - ${by}
    where id = ${interactionId}`;
  if (changed.count !== 1) throw new Error(`no row of ${interactionId}`);
}

/** Makes the only revision of an interaction, and the answer to it, those of a number, as if there had been others. */
export async function becomeRevision(sql: Sql, interactionId: string, revision: number): Promise<void> {
  await sql`
    with asked as (update revisions set revision = ${revision} where interaction_id = ${interactionId}),
    answered as (update answers set revision = ${revision} where interaction_id = ${interactionId})
    update interactions set revision = ${revision}, answered_revision = ${revision} where id = ${interactionId}`;
}
