import { openPostgres } from "@/db/postgres";
import * as relations from "@/db/relations";
import * as schema from "@/db/schema/index";
import { TEXT_ARRAY } from "@/db/text-array";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { type Sql } from "postgres";

export type Database = PostgresJsDatabase<typeof schema & typeof relations>;

export interface DatabaseClient {
  /** The driver: hot paths send their own statements. */
  sql: Sql;
  /**
   * For short statements that go in groups. So few connections that each keeps its plans and its caches warm; what may
   * take its time would stand in their way.
   */
  lanes: Sql;
  db: Database;
  close(): Promise<void>;
}

export interface ClientOptions {
  max?: number;
  applicationName?: string;
  /** Of each connection, beside those that all of ours have. */
  settings?: Record<string, string>;
}

/** A pool for one process. */
export function connectDatabase(url: string, options: ClientOptions = {}): DatabaseClient {
  const common = connectionOptions(options.applicationName);
  const connection = { ...common.connection, ...options.settings };
  const pool = { ...common, connection };
  const max = options.max ?? 10;
  const sql = openPostgres(url, { ...pool, max });
  const lanes = openPostgres(url, { ...common, connection: { ...connection, ...FEW_ROWS }, max: Math.min(max, LANES) });
  const db = drizzle(sql, { schema: { ...schema, ...relations }, casing: "snake_case" });
  const close = async () => void (await Promise.all([sql, lanes].map((each) => each.end({ timeout: 5 }))));
  return { sql, lanes, db, close };
}

/**
 * A row that is read costs more than all else, so that a plan which was made while its table was small looks each row
 * up by its key, and does not read the table to compare them.
 */
const FEW_ROWS = { cpu_tuple_cost: 1, random_page_cost: 0.1 };

/** The second goes on where the first waits for a server that says nothing. */
const LANES = 2;

/** What every connection of ours has in common. */
export function connectionOptions(applicationName = "sess") {
  return {
    prepare: true,
    // The driver asks every new connection for its array types, and nobody hears of it when that is cut.
    fetch_types: false,
    types: { texts: TEXT_ARRAY },
    connect_timeout: 5,
    idle_timeout: 0,
    max_lifetime: null,
    backoff: (attempt: number) => Math.min(0.02 * 2 ** attempt, 1),
    onnotice: () => undefined,
    connection: {
      application_name: applicationName,
      // Every statement of ours finds its rows through an index. Plans are cached, those of foreign keys too, and one
      // made while its table was small must not read all of it when it has grown.
      enable_seqscan: "off",
      enable_hashjoin: "off",
      enable_mergejoin: "off",
      jit: "off",
      statement_timeout: 15_000,
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: 15_000,
      TimeZone: "UTC",
    },
  } as const;
}
