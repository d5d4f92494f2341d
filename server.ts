import { readEnv, type Env } from "@/lib/env";
import { openDatabase, refuseSecond } from "@/lib/front/database";
import { findFirstKey, provideFirstKey } from "@/lib/front/first-key";
import { listen, requirePort } from "@/lib/front/listen";
import { createFront } from "@/lib/front/listener";
import { originsOf } from "@/lib/front/origins";
import { startPagesChild } from "@/lib/front/pages-child";
import { createPagesProxy } from "@/lib/front/pages-proxy";
import { endOnSignals, type Running } from "@/lib/front/shutdown";
import { welcome } from "@/lib/front/welcome";
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

/** Fails, saying who runs already or has the port, before anything is built or changed under a running server. */
export async function requirePlace(lan: boolean): Promise<void> {
  const env = readEnv(process.env);
  await refuseSecond(env);
  await requirePort({ port: env.port, lan });
}

async function start(env: Env, log: Log, running: Running, { lan, say }: ServeOptions): Promise<void> {
  const lap = stopwatch();
  const { signal } = (running.sample = new AbortController());
  const front = (running.front = createFront());
  const address = await listen(front.server, { port: env.port, lan });
  running.opening = openDatabase(env, address.local, log);
  const database = (running.database = await running.opening);
  void database.takenOver.then((error) => log.fatal({ err: error }, "ending")).then(() => process.exit(1));
  say("database", lap());

  const origins = originsOf(env, address);
  const child = (running.child = startPagesChild({
    script: ".build/pages-server.mjs",
    env: { ...process.env, SESS_ROLE: "pages", DATABASE_URL: database.url, PUBLIC_ORIGIN: origins.issuer },
    log,
  }));
  const pages = () => child.state();
  const runtime = createRuntime({ ...env, ...origins, role: "front", databaseUrl: database.url, log, pages });
  const proxy = createPagesProxy({ child, trustedProxies: env.trustedProxies, log });
  Object.assign(running, { runtime, proxy });
  await runtime.open();

  const firstKey = env.databaseUrl === null ? provideFirstKey : findFirstKey;
  const apiKey = await firstKey(runtime.app.accounts, env.dataDir, origins.issuer);
  front.open({ runtime, pages: proxy, log });
  await child.firstUp;
  say("page renderer", lap());
  await welcome(runtime.app, { env, address, origins, database, apiKey, lan, signal });
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
