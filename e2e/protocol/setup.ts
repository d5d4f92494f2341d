import { freshDatabase } from "@/e2e/support/database";
import { startServer } from "@/e2e/support/server";

/**
 * One server for the whole suite: the front process, or with SESS_TEST_MOUNT=next Next alone. SESS_TEST_ORIGIN names
 * one that runs already, with SESS_TEST_API_KEY, SESS_TEST_DATABASE_URL, and TRUST_PROXY=1 in its environment.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env["SESS_TEST_ORIGIN"]) return async () => undefined;
  const database = await freshDatabase();
  const mount = process.env["SESS_TEST_MOUNT"] === "next" ? "next" : "front";
  const server = await startServer({ databaseUrl: database.url, env: { TRUST_PROXY: "1" }, mount });
  process.env["SESS_TEST_ORIGIN"] = server.origin;
  process.env["SESS_TEST_API_KEY"] = server.apiKey;
  process.env["SESS_TEST_DATABASE_URL"] = database.url;
  return async () => {
    for (const name of ["ORIGIN", "API_KEY", "DATABASE_URL"]) delete process.env[`SESS_TEST_${name}`];
    await server.stop();
    await database.drop();
  };
}
