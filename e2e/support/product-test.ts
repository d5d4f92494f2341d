import { freshDatabase } from "@/e2e/support/database";
import setUpPostgres from "@/e2e/support/postgres-setup";
import { startServer, type TestServer } from "@/e2e/support/server";
import { test as base } from "@playwright/test";
import postgres, { type Sql } from "postgres";

export interface Product {
  server: TestServer;
  /** Its database, to look behind it. */
  sql: Sql;
  /** A call of the agent: the parsed reply. */
  call(method: "GET" | "POST", path: string, body?: object, headers?: Record<string, string>): Promise<Reply>;
}

// What a test reads of replies; the black-box suite checks their shapes.
export interface Reply {
  interaction: {
    id: string;
    humanUrl: string;
    state: string;
    revision: number;
    response?: { eventId: string; actionId: string; values: Record<string, unknown>; receipt: string };
    answers?: object[];
  };
}

/** Tests against the product as its users start it, with a Postgres of their worker's own. */
export const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const stopPostgres = await setUpPostgres();
      const database = await freshDatabase();
      const server = await startServer({ databaseUrl: database.url });
      const sql = postgres(database.url, { max: 2, onnotice: () => undefined });
      await use({ server, sql, call: caller(server) });
      await sql.end();
      await server.stop();
      await database.drop();
      await stopPostgres();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

export { expect } from "@playwright/test";

function caller({ origin, apiKey }: TestServer): Product["call"] {
  return async (method, path, body, headers = {}) => {
    const reply = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as Reply;
  };
}
