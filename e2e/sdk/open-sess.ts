import { freshDatabase } from "@/e2e/support/database";
import { startServer, type TestServer } from "@/e2e/support/server";
import { SessClient, type SessClientOptions } from "@sess.si/sdk";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll } from "vitest";

export interface OpenSess {
  readonly server: TestServer;
  readonly sql: Sql;
  client(options?: Partial<SessClientOptions>): SessClient;
}

/** A server of its own for the tests of one file. */
export function openSess(env: Record<string, string> = {}): OpenSess {
  let server: TestServer;
  let sql: Sql;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await freshDatabase();
    drop = database.drop;
    sql = postgres(database.url, { max: 2, onnotice: () => undefined });
    server = await startServer({ databaseUrl: database.url, env: { TRUST_PROXY: "1", ...env } });
  });
  afterAll(async () => {
    await server?.stop();
    await sql?.end();
    await drop?.();
  });
  return {
    get server() {
      return server;
    },
    get sql() {
      return sql;
    },
    client: (options = {}) => new SessClient({ apiKey: server.apiKey, origin: server.origin, ...options }),
  };
}
