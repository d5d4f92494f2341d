import { createHash } from "node:crypto";
import { connectDatabase, type DatabaseClient } from "@/db/client";
import type { AccountPorts } from "@/lib/accounts/ports";
import { planOf } from "@/lib/accounts/plans";
import { createAccountStore } from "@/lib/accounts/store/account-store";
import { ids } from "@/lib/ask/ids";
import { createLinkKey } from "@/lib/ask/links";
import { createReceiptSigner } from "@/lib/ask/receipts/receipt-signer";
import { createSignals } from "@/lib/ask/signals";
import { createInteractionStore } from "@/lib/ask/store/interaction-store";
import { createAnswerPage } from "@/lib/http/answer-page";
import { createApi, isApiPath } from "@/lib/http/api";
import type { AppPorts, Connection } from "@/lib/http/ports";
import { createDirectDoor, type DirectDoor } from "@/lib/http/relay/direct";
import { createRateLimits } from "@/lib/http/rate-limits";
import { TokenBuckets } from "@/lib/http/token-bucket";
import { createJobs } from "@/lib/jobs/jobs";
import { type Job, processTimers, startJobs } from "@/lib/jobs/schedule";
import type { Log } from "@/lib/log";
import { composeRelay, type Relay } from "@/lib/relay/compose";
import { readRelayEnv, type RelayEnv } from "@/lib/relay/host/settings";
import { connectJournal } from "@/lib/relay/store/connect";
import { createPostgresJournal } from "@/lib/relay/store/postgres-journal";
import { readServerSecret, type ServerSecret } from "@/lib/server-secret";
import { createSockets, type Sockets } from "@/lib/ws/sockets";
import { ProtocolError } from "@sess.si/protocol";

/** What one process is told at its start. */
export interface RuntimeOptions {
  /** `front` owns the port; `pages` is Next behind it; `single` is Next alone. */
  role: "front" | "pages" | "single";
  databaseUrl: string;
  dataDir: string;
  secret: string | undefined;
  /** Issuer of the receipts. */
  issuer: string;
  /** What links are built from. */
  linkOrigin: string;
  trustedProxies: number;
  /** What the operator set for the relay, which only the front process has. */
  relay?: RelayEnv;
  log: Log;
  /** null until the pages process was up for the first time. */
  pages(): "up" | "down" | null;
}

/** Everything that answers, built once per process. */
export interface Runtime {
  app: AppPorts;
  /** Whether a path is answered here, and not by a page. */
  answers(pathname: string): boolean;
  fetch(request: Request, connection?: Connection): Response | Promise<Response>;
  /** A shorter way for the relay's calls, where there is a relay. */
  direct: DirectDoor | null;
  /** null where there is no relay. */
  sockets: Sockets | null;
  /** Has to be done, once, before anything is answered. */
  open(): Promise<void>;
  /** Waits in flight end as "nothing yet", and so do new ones. */
  drain(): void;
  close(): Promise<void>;
}

const ANSWER_PAGE = /^\/+a(?:\/|$)/;

/** The composition root: the only place that knows which implementation stands behind a port. */
export function createRuntime(options: RuntimeOptions): Runtime {
  const { databaseUrl, dataDir, log } = options;
  const database = connectDatabase(databaseUrl, { applicationName: `sess ${options.role}` });
  const secret = readServerSecret({ secret: options.secret, dataDirectory: dataDir });
  const signals = createSignals(databaseUrl);
  const accounts = { store: createAccountStore(database) };
  const journal = options.role === "front" ? connectJournal(databaseUrl) : null;
  const relay = journal === null ? null : createRelay(options, journal, accounts);
  const app = createPorts(options, { database, secret, signals, accounts, relay });
  const tasks = options.role === "pages" ? [] : createJobs({ sql: database.sql, secret });
  const jobs = startJobs(relay === null ? tasks : [...tasks, relayJob(relay)], {
    timers: processTimers,
    onFault: (job, error) => log.warn({ err: error, job: job.name }, "a job failed and will run again"),
  });
  const api = createApi(app);
  const answerPage = createAnswerPage(app);
  const sockets = app.relay === null ? null : createSockets(app, [options.issuer, options.linkOrigin]);
  return {
    app,
    answers: (pathname) => isApiPath(pathname) || ANSWER_PAGE.test(pathname),
    fetch: (request, connection) => {
      const door = isApiPath(pathnameOf(request.url)) ? api : answerPage;
      return door.fetch(request, connection);
    },
    direct: app.relay === null ? null : createDirectDoor(app),
    sockets,
    open: async () => relay?.host.open(),
    drain: () => {
      signals.drain();
      if (relay !== null) void sockets?.drain(relay.host.drain());
    },
    close: async () => {
      await relay?.host.drain();
      await jobs.drain();
      await app.accounts.store.close();
      await signals.close();
      await journal?.close();
      await database.close();
    },
  };
}

/** Of the address of a request, which is an absolute one, resolved and serialised (Fetch Standard, 5.4). */
function pathnameOf(url: string): string {
  const [address = ""] = url.split(/[?#]/, 1);
  return address.slice(address.indexOf("/", "https://".length));
}

interface Ground {
  database: DatabaseClient;
  secret: ServerSecret;
  signals: ReturnType<typeof createSignals>;
  accounts: AccountPorts;
  relay: Relay | null;
}

function createPorts(options: RuntimeOptions, { database, secret, signals, accounts, relay }: Ground): AppPorts {
  const { issuer, linkOrigin, log, trustedProxies } = options;
  return {
    ask: {
      store: createInteractionStore(database),
      signals,
      links: createLinkKey(secret),
      receipts: createReceiptSigner({ sql: database.sql, secret, issuer }),
      ids,
      sha256: (text) => createHash("sha256").update(text).digest("base64url"),
      planLimits: planOf,
      linkOrigin,
    },
    accounts,
    relay: relay?.ports ?? null,
    log,
    limits: createRateLimits(Date.now),
    trustedProxies,
    health: () => health(database, options.pages()),
  };
}

function createRelay(
  { linkOrigin, log, relay }: RuntimeOptions,
  database: DatabaseClient,
  accounts: AccountPorts,
): Relay {
  return composeRelay({
    env: relay ?? readRelayEnv({}),
    publicUrl: linkOrigin,
    journal: createPostgresJournal(database),
    accounts,
    tokens: new TokenBuckets(Date.now),
    log,
  });
}

function relayJob({ host }: Relay): Job {
  return { name: "relay", everyMs: 30_000, run: () => host.tend() };
}

const PING_MS = 2_000;

async function health(
  database: DatabaseClient,
  pages: "up" | "down" | null,
): Promise<{ status: "ok"; pages: "up" | "down" }> {
  if (pages === null) throw new ProtocolError("unavailable", "The server is starting. Try again in a moment.");
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), PING_MS)));
  const answered = database.sql`select 1`.then(
    () => true,
    () => false,
  );
  const up = await Promise.race([answered, late]);
  clearTimeout(timer);
  if (up) return { status: "ok", pages };
  const details = { databaseCode: "NO_REPLY", databaseMessage: "a ping came to nothing" };
  throw new ProtocolError("unavailable", "The database cannot be reached right now.", { details });
}
