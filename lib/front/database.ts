import { connectionOptions } from "@/db/client";
import { findServer, startEmbedded } from "@/db/embedded";
import { AlreadyRunningError } from "@/db/embedded/error";
import { migrateDatabase } from "@/db/migrate";
import { openPostgres } from "@/db/postgres";
import { EnvError, type Env } from "@/lib/env";
import type { Log } from "@/lib/log";
import { claimDatabase, SecretError } from "@/lib/secret-claim";

/** The database of this server, ours to start and stop or not. */
export interface ServedDatabase {
  url: string;
  note: string | null;
  /** Settles when this process must end because another took the data over. */
  takenOver: Promise<Error>;
  stop(): Promise<void>;
  stopNow(): void;
}

/** DATABASE_URL, else the embedded Postgres of the data directory; with the newest schema, and sure to be of this server's secret. */
export async function openDatabase(env: Env, address: string, log: Log): Promise<ServedDatabase> {
  const database = env.databaseUrl === null ? await startEmbedded({ ...env, address, log }) : named(env.databaseUrl);
  try {
    await migrateDatabase(database.url, "db/migrations");
    await claimDatabase(database.url, { secret: env.secret, dataDirectory: env.dataDir });
  } catch (error) {
    await database.stop();
    throw env.databaseUrl === null || error instanceof SecretError ? error : unusable(error as NodeJS.ErrnoException);
  }
  return database;
}

/** Whether `create-owner` has been run on it, or a first start has done the same. */
export async function hasOwner(url: string): Promise<boolean> {
  const sql = openPostgres(url, { ...connectionOptions("sess owner"), max: 1 });
  try {
    return (await sql`select 1 from workspaces where is_first`).length > 0;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function unusable(error: NodeJS.ErrnoException): EnvError {
  return new EnvError(`The database that DATABASE_URL names cannot be used: ${error.message || error.code}`);
}

function named(url: string): ServedDatabase {
  return {
    url,
    note: null,
    takenOver: new Promise(() => undefined),
    stop: async () => undefined,
    stopNow: () => undefined,
  };
}

/** Fails, saying who runs already. */
export async function refuseSecond(env: Env): Promise<void> {
  const server = env.databaseUrl === null ? await findServer(env.dataDir) : null;
  if (server !== null) throw new AlreadyRunningError(server);
}
