import { findServer } from "@/db/embedded";
import { AlreadyRunningError } from "@/db/embedded/error";
import { migrateDatabase } from "@/db/migrate";
import { readEnv, type Env } from "@/lib/env";
import { announce } from "@/lib/front/announce";
import { credentialsPath } from "@/lib/front/credentials";
import { openDatabase } from "@/lib/front/database";
import { findFirstKey, provideFirstKey } from "@/lib/front/first-key";
import { listen, type Address } from "@/lib/front/listen";
import { createFront } from "@/lib/front/listener";
import { startPagesChild } from "@/lib/front/pages-child";
import { createPagesProxy } from "@/lib/front/pages-proxy";
import { sampleQuestion } from "@/lib/front/sample-question";
import { endOnSignals, type Running } from "@/lib/front/shutdown";
import { createLog, type Log } from "@/lib/log";
import { createRuntime } from "@/lib/runtime";

export interface ServeOptions {
  /** Also for other machines of the network. */
  lan: boolean;
  /** Told of each step of the start and how many seconds it took. */
  say(step: string, seconds: number): void;
}

/** The front process: it owns the port, answers the API and the answer page, and has Next behind it. */
export async function serve(options: ServeOptions): Promise<void> {
  const env = readEnv(process.env);
  const log = createLog(env.logLevel);
  const running: Running = {};
  const end = endOnSignals(running, log);
  try {
    await start(env, log, running, options);
  } catch (error) {
    log.debug({ err: error }, "did not start");
    process.stderr.write(`\n${faultLines(error)}\n`);
    await end(1);
  }
}

/** Fails, saying who runs already, before anything is changed under a running server. */
export async function refuseSecondServer(): Promise<void> {
  const env = readEnv(process.env);
  const server = env.databaseUrl === null ? await findServer(env.dataDir) : null;
  if (server !== null) throw new AlreadyRunningError(server);
}

async function start(env: Env, log: Log, running: Running, { lan, say }: ServeOptions): Promise<void> {
  const front = createFront();
  running.server = front.server;
  const address = await listen(front.server, { port: env.port, lan });
  const lap = stopwatch();
  const database = await openDatabase(env, address.local, log);
  running.database = database;
  void database.takenOver.then((error) => log.fatal({ err: error }, "ending")).then(() => process.exit(1));
  await migrateDatabase(database.url, "db/migrations");
  say("database", lap());
  const { issuer, linkOrigin } = origins(env, address);
  const childEnv = { ...process.env, SESS_ROLE: "pages", DATABASE_URL: database.url, PUBLIC_ORIGIN: issuer };
  const child = startPagesChild({ script: ".build/pages-server.mjs", env: childEnv, log });
  running.child = child;
  const runtime = createRuntime({
    ...{ role: "front", databaseUrl: database.url, dataDir: env.dataDir, secret: env.secret, issuer, linkOrigin },
    ...{ trustedProxies: env.trustedProxies, log, pages: () => child.state() },
  });
  running.runtime = runtime;
  const proxy = createPagesProxy({
    socketPath: child.socketPath,
    trustedProxies: env.trustedProxies,
    isUp: () => child.isUp(),
  });
  running.proxy = proxy;
  const { accounts } = runtime.app;
  const apiKey = await (env.databaseUrl === null
    ? provideFirstKey(accounts, env.dataDir, issuer)
    : findFirstKey(accounts, env.dataDir));
  front.open({ runtime, pages: proxy });
  await child.firstUp;
  say("page renderer", lap());
  announce(process.stdout, {
    ...{ origin: issuer, lan: address.lan, note: database.note },
    sampleLink: apiKey === null ? null : await sampleQuestion(runtime.app, apiKey, env.dataDir),
    credentialsPath: apiKey === null ? null : credentialsPath(env.dataDir),
  });
}

/** `--lan` changes what links are built from and nothing else. */
function origins(env: Env, address: Address): { issuer: string; linkOrigin: string } {
  const issuer = env.publicOrigin ?? address.local;
  return { issuer, linkOrigin: env.publicOrigin ?? address.lan ?? issuer };
}

function stopwatch(): () => number {
  let since = performance.now();
  return () => {
    const seconds = (performance.now() - since) / 1000;
    since = performance.now();
    return seconds;
  };
}

/** The operator gets the reason and what to do; the stack is for LOG_LEVEL=debug. */
function faultLines(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "advice" in error ? `${error.message}\n\n${String(error.advice)}` : error.message;
}
