import { startEmbedded } from "@/db/embedded";
import type { Env } from "@/lib/env";
import type { Log } from "@/lib/log";

/** The database of this server, ours to start and stop or not. */
export interface ServedDatabase {
  url: string;
  note: string | null;
  /** Settles when this process must end because another took the data over. */
  takenOver: Promise<Error>;
  stop(): Promise<void>;
  stopNow(): void;
}

/** DATABASE_URL, else the embedded Postgres of the data directory. */
export async function openDatabase(env: Env, address: string, log: Log): Promise<ServedDatabase> {
  if (env.databaseUrl === null) return startEmbedded({ dataDir: env.dataDir, address, log });
  return {
    url: env.databaseUrl,
    note: null,
    takenOver: new Promise(() => undefined),
    stop: async () => undefined,
    stopNow: () => undefined,
  };
}
