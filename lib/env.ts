import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** What the environment says, checked once at start. */
export interface Env {
  /** null: the embedded Postgres under `dataDir`. */
  databaseUrl: string | null;
  port: number;
  /** Without a trailing slash; null: `http://localhost:PORT`. */
  publicOrigin: string | null;
  dataDir: string;
  /** Keys links and nonces; every process of an installation has the same. */
  secret: string;
  /** How many proxies in front of us are ours. */
  trustedProxies: number;
  logLevel: string;
}

/** A setting that cannot be used, said so that the operator can correct it. */
export class EnvError extends Error {
  override name = "EnvError";
}

const LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];
const SHORTEST_SECRET = 32;

/** Reads and checks the environment; makes the data directory and the secret where there are none. */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const dataDir = resolve(source.SESS_DATA_DIR || ".data");
  return {
    databaseUrl: readDatabaseUrl(source.DATABASE_URL),
    port: readPort(source.PORT),
    publicOrigin: readOrigin(source.PUBLIC_ORIGIN),
    dataDir,
    secret: readSecret(source.SESS_SECRET, dataDir),
    trustedProxies: readTrust(source.TRUST_PROXY),
    logLevel: readLevel(source.LOG_LEVEL),
  };
}

function readDatabaseUrl(value: string | undefined): string | null {
  if (!value) return null;
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new EnvError("DATABASE_URL must be a postgres:// address, such as postgres://user:password@host:5432/name");
}

function readPort(value: string | undefined): number {
  if (!value) return 3000;
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port;
  throw new EnvError(`PORT must be a number from 0 to 65535, not "${value}"`);
}

function readOrigin(value: string | undefined): string | null {
  if (!value) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new EnvError(
    `PUBLIC_ORIGIN must be an address without a path, such as https://ask.example.com, not "${value}"`,
  );
}

function readTrust(value: string | undefined): number {
  if (!value || value === "false") return 0;
  if (value === "true") return 1;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  throw new EnvError(`TRUST_PROXY must be the number of your own proxies in front of this server, not "${value}"`);
}

function readLevel(value: string | undefined): string {
  if (!value) return "info";
  if (LEVELS.includes(value)) return value;
  throw new EnvError(`LOG_LEVEL must be one of ${LEVELS.join(", ")}, not "${value}"`);
}

function readSecret(value: string | undefined, dataDir: string): string {
  if (value && value.length >= SHORTEST_SECRET) return value;
  if (value)
    throw new EnvError(`SESS_SECRET must have at least ${SHORTEST_SECRET} characters: openssl rand -base64 32`);
  const path = join(dataDir, "secret");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, `${randomBytes(32).toString("base64url")}\n`, { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw unusable(dataDir, error as Error);
  }
  return readKept(path, dataDir);
}

function readKept(path: string, dataDir: string): string {
  let kept: string;
  try {
    kept = readFileSync(path, "utf8").trim();
  } catch (error) {
    throw unusable(dataDir, error as Error);
  }
  if (kept.length >= SHORTEST_SECRET) return kept;
  throw new EnvError(`${path} is damaged: put the old secret back (links already sent depend on it), or delete it`);
}

function unusable(dataDir: string, error: Error): EnvError {
  return new EnvError(
    `Cannot use the data directory ${dataDir}: ${error.message}. Correct its owner and mode, or set SESS_DATA_DIR.`,
  );
}
