import { startFront } from "@/e2e/relay/support/front-process";
import { freshDatabase } from "@/e2e/support/database";
import { insertWorkspace } from "@/e2e/support/keys";
import postgres from "postgres";

/** The operator's token of the suite's servers. */
export const ADMIN_TOKEN = "an-operator-of-the-tests-long-enough";

/** Nothing here is about how often somebody may call. */
export const UNHURRIED = {
  SW_ANONYMOUS_PERSISTENCE: "1",
  SW_SESSION_CREATES_PER_MINUTE: "100000",
  SW_JOINS_PER_MINUTE: "100000",
  SW_NOTES_PER_MINUTE: "100000",
  SW_MAX_HOT_SESSIONS_PER_ACCOUNT: "100000",
  SW_ADMIN_TOKEN: ADMIN_TOKEN,
};

/** One server for the suites that need nothing else than the stock limits. */
export default async function setup(): Promise<() => Promise<void>> {
  const database = await freshDatabase();
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  const { key } = await insertWorkspace(sql);
  await sql.end();
  const front = await startFront({ databaseUrl: database.url, env: UNHURRIED });
  process.env["SESS_RELAY_ORIGIN"] = front.origin;
  process.env["SESS_RELAY_API_KEY"] = key;
  process.env["SESS_RELAY_DATABASE_URL"] = database.url;
  return async () => {
    for (const name of ["ORIGIN", "API_KEY", "DATABASE_URL"]) delete process.env[`SESS_RELAY_${name}`];
    await front.remove();
    await database.drop();
  };
}
