import { connectionOptions } from "@/db/client";
import { openPostgres } from "@/db/postgres";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import type { Sql } from "postgres";

const LOCK = 7_310_579;

/** Brings the database to the newest schema. Several processes may start at once: one migrates, the others wait. */
export async function migrateDatabase(url: string, migrationsFolder: string): Promise<void> {
  const options = connectionOptions("sess migrate");
  const connection = {
    ...options.connection,
    statement_timeout: 0,
    lock_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  };
  const sql = openPostgres(url, { ...options, connection, max: 1 });
  try {
    await requireVersion(sql);
    await sql`select pg_advisory_lock(${LOCK})`;
    await migrate(drizzle(sql), { migrationsFolder });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function requireVersion(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`;
  if (row && row.version >= 150_000) return;
  throw new Error(
    `Postgres 15 or later is needed; this server is ${row ? Math.floor(row.version / 10_000) : "unknown"}.`,
  );
}
