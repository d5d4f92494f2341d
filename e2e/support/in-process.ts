import { migrateDatabase } from "@/db/migrate";
import { freshDatabase, type TestDatabase } from "@/e2e/support/database";
import { insertWorkspace, type MadeKey } from "@/e2e/support/keys";
import { createLog } from "@/lib/log";
import { createRuntime, type Runtime } from "@/lib/runtime";
import postgres, { type Sql } from "postgres";

export interface InProcess {
  runtime: Runtime;
  sql: Sql;
  owner: MadeKey;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** What was logged as an error. */
  errors(): unknown[];
  close(): Promise<void>;
}

/** The same runtime as the server's, called without a socket: on a new database, or on a server of the test's own. */
export async function startInProcess(url?: string): Promise<InProcess> {
  const database = url === undefined ? await freshDatabase() : await migrated(url);
  const sql = postgres(database.url, { max: 2, onnotice: () => undefined });
  const origin = "http://localhost";
  const errors: unknown[] = [];
  const write = (line: string) => void errors.push(JSON.parse(line));
  const runtime = createRuntime({
    role: "single",
    databaseUrl: database.url,
    dataDir: "",
    secret: "a secret for tests only, long enough",
    issuer: origin,
    linkOrigin: origin,
    trustedProxies: 1,
    log: createLog("error", { write }),
    pages: () => "up",
  });
  return {
    runtime,
    sql,
    owner: await insertWorkspace(sql),
    errors: () => errors,
    fetch: async (path, init) => runtime.fetch(new Request(`${origin}${path}`, init)),
    close: async () => {
      await runtime.close();
      await sql.end();
      await database.drop();
    },
  };
}

async function migrated(url: string): Promise<TestDatabase> {
  await migrateDatabase(url, "db/migrations");
  return { url, drop: async () => undefined };
}
