import { freshDatabase } from "@/e2e/support/database";
import { insertWorkspace, type MadeKey } from "@/e2e/support/keys";
import { createLog } from "@/lib/log";
import { createRuntime, type Runtime } from "@/lib/runtime";
import postgres, { type Sql } from "postgres";

export interface InProcess {
  runtime: Runtime;
  sql: Sql;
  owner: MadeKey;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** The same runtime as the server's, called without a socket, on a new database. */
export async function startInProcess(): Promise<InProcess> {
  const database = await freshDatabase();
  const sql = postgres(database.url, { max: 2, onnotice: () => undefined });
  const origin = "http://localhost";
  const runtime = createRuntime({
    ...{ role: "single", databaseUrl: database.url, dataDir: "", secret: "a secret for tests only, long enough" },
    ...{ issuer: origin, linkOrigin: origin, trustedProxies: 1, log: createLog("error"), pages: () => "up" },
  });
  return {
    runtime,
    sql,
    owner: await insertWorkspace(sql),
    fetch: async (path, init) => runtime.fetch(new Request(`${origin}${path}`, init)),
    close: async () => {
      await runtime.close();
      await sql.end();
      await database.drop();
    },
  };
}
