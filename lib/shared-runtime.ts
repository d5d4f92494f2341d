import { migrateDatabase } from "@/db/migrate";
import { withReconnect } from "@/lib/ask/store/outage";
import { readEnv, EnvError } from "@/lib/env";
import { createLog } from "@/lib/log";
import { claimDatabase } from "@/lib/secret-claim";
import { createRuntime, type Runtime } from "@/lib/runtime";

const HOME = Symbol.for("sess.runtime");

/**
 * The runtime inside Next's process. Routes and pages each get a copy of every module there, so it hangs on the
 * global object: one pool, one listener.
 */
export function sharedRuntime(): Promise<Runtime> {
  const home = globalThis as { [HOME]?: Promise<Runtime> };
  return (home[HOME] ??= build().catch((error: unknown) => {
    delete home[HOME];
    throw error;
  }));
}

async function build(): Promise<Runtime> {
  const env = readEnv(process.env);
  const role = process.env.SESS_ROLE === "pages" ? "pages" : "single";
  if (env.databaseUrl === null || (role === "single" && env.secret === undefined)) {
    throw new EnvError(
      'Without the front process, DATABASE_URL and SESS_SECRET are needed, and an owner: npm run admin -- create-owner --email you@example.com. Or use "npm start", which needs none of them.',
    );
  }
  const { databaseUrl } = env;
  await withReconnect(() => migrateDatabase(databaseUrl, "db/migrations"));
  await withReconnect(() => claimDatabase(databaseUrl, { secret: env.secret, dataDirectory: env.dataDir }));
  const origin = env.publicOrigin ?? `http://localhost:${env.port}`;
  return createRuntime({
    ...env,
    role,
    databaseUrl,
    issuer: origin,
    linkOrigin: origin,
    log: createLog(env.logLevel),
    pages: () => "up",
  });
}
