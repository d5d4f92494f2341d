import { openLanes, type Statements } from "@/db/lanes";
import { openPostgres } from "@/db/postgres";
import * as relations from "@/db/relations";
import * as schema from "@/db/schema/index";
import { TEXT_ARRAY } from "@/db/text-array";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { type Sql } from "postgres";

export type Database = PostgresJsDatabase<typeof schema & typeof relations>;

export interface Pools {
  /** The driver: hot paths send their own statements. */
  sql: Sql;
  /** For short statements that go in groups: one warm connection, while it is not stuck. These wait for no lock. */
  reads: Statements;
  /** The same for those that change something. What may well wait for a lock stays out. */
  writes: Statements;
}

export interface DatabaseClient extends Pools {
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
  const open = (max: number) => openPostgres(url, { ...common, connection, max });
  const sql = open(options.max ?? 10);
  const lanes = () => openLanes(Array.from({ length: LANES }, () => open(1)));
  const [reads, writes] = [lanes(), lanes()];
  const db = drizzle(sql, { schema: { ...schema, ...relations }, casing: "snake_case" });
  const close = async () => void (await Promise.all([sql.end({ timeout: 5 }), reads.end(), writes.end()]));
  return { sql, reads, writes, db, close };
}

/** All but the first are opened only when those before are stuck. */
const LANES = 3;

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
      // made while its table was small must not read all of it, or of its index, when it has grown: so a row that is
      // read costs more than all else.
      enable_seqscan: "off",
      enable_hashjoin: "off",
      enable_mergejoin: "off",
      cpu_tuple_cost: 1,
      random_page_cost: 0.1,
      jit: "off",
      statement_timeout: 15_000,
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: 15_000,
      TimeZone: "UTC",
    },
  } as const;
}
