import { connectDatabase, type DatabaseClient } from "@/db/client";
import { findRunning, startEmbedded } from "@/db/embedded";
import { migrateDatabase } from "@/db/migrate";
import type { AccountPorts } from "@/lib/accounts/ports";
import { createAccountStore } from "@/lib/accounts/store/account-store";
import { readEnv } from "@/lib/env";
import { createLog } from "@/lib/log";
import { adoptSecret, claimSecret } from "@/lib/secret-claim";
import type { ServerSecret } from "@/lib/server-secret";

export interface Admin {
  accounts: AccountPorts;
  database: DatabaseClient;
  /** Read when a command needs it: not all do, and reading makes one where there is none. Throws for another's. */
  secret(): Promise<ServerSecret>;
  /** Makes this server's secret the one of the database; false: it is already. */
  adoptSecret(): Promise<boolean>;
  close(): Promise<void>;
}

/** The database that DATABASE_URL names, else the embedded one, started for this command if no server runs. */
export async function openAdmin(source: NodeJS.ProcessEnv): Promise<Admin> {
  const env = readEnv(source);
  const { url, stop } = env.databaseUrl === null ? await embedded(env.dataDir) : { url: env.databaseUrl, stop: null };
  await migrateDatabase(url, "db/migrations");
  const database = connectDatabase(url, { applicationName: "sess admin", max: 2 });
  const store = createAccountStore(database);
  const places = { secret: env.secret, dataDirectory: env.dataDir };
  return {
    accounts: { store },
    database,
    secret: () => claimSecret(database.sql, places),
    adoptSecret: () => adoptSecret(database.sql, places),
    close: async () => {
      await store.close();
      await database.close();
      await stop?.();
    },
  };
}

async function embedded(dataDir: string): Promise<{ url: string; stop: (() => Promise<void>) | null }> {
  const running = await findRunning(dataDir);
  if (running !== null) return { url: running, stop: null };
  const started = await startEmbedded({ dataDir, address: "admin", log: createLog("error") });
  return { url: started.url, stop: () => started.stop() };
}
