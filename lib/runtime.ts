import { createHash } from "node:crypto";
import { connectDatabase, type DatabaseClient } from "@/db/client";
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
import { createRateLimits } from "@/lib/http/rate-limits";
import { createJobs } from "@/lib/jobs/jobs";
import { processTimers, startJobs } from "@/lib/jobs/schedule";
import type { Log } from "@/lib/log";
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
  /** null where there is no relay. */
  sockets: Sockets | null;
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
  const app = createPorts(options, { database, secret, signals });
  const jobs = startJobs(options.role === "pages" ? [] : createJobs({ sql: database.sql, secret }), {
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
      const door = isApiPath(new URL(request.url).pathname) ? api : answerPage;
      return door.fetch(request, connection);
    },
    sockets,
    drain: () => signals.drain(),
    close: async () => {
      await jobs.drain();
      await app.accounts.store.close();
      await signals.close();
      await database.close();
    },
  };
}

interface Ground {
  database: DatabaseClient;
  secret: ServerSecret;
  signals: ReturnType<typeof createSignals>;
}

function createPorts(options: RuntimeOptions, { database, secret, signals }: Ground): AppPorts {
  const { issuer, linkOrigin, log, trustedProxies } = options;
  return {
    ask: {
      store: createInteractionStore(database.sql),
      signals,
      links: createLinkKey(secret),
      receipts: createReceiptSigner({ sql: database.sql, secret, issuer }),
      ids,
      sha256: (text) => createHash("sha256").update(text).digest("base64url"),
      planLimits: planOf,
      linkOrigin,
    },
    accounts: { store: createAccountStore(database) },
    relay: null,
    log,
    limits: createRateLimits(Date.now),
    trustedProxies,
    health: () => health(database, options.pages()),
  };
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
