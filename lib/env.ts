import { resolve } from "node:path";
import { readRelayEnv, type RelayEnv } from "@/lib/relay/host/settings";

/** What the environment says, checked once at start. */
export interface Env {
  /** null: the embedded Postgres under `dataDir`. */
  databaseUrl: string | null;
  port: number;
  /** Without a trailing slash; null: `http://localhost:PORT`. */
  publicOrigin: string | null;
  dataDir: string;
  /** Keys links and nonces; undefined: the file `secret` of the data directory. */
  secret: string | undefined;
  /** How many proxies in front of us are ours. */
  trustedProxies: number;
  logLevel: string;
  relay: RelayEnv;
}

/** A setting that cannot be used, said so that the operator can correct it. */
export class EnvError extends Error {
  override name = "EnvError";
}

const LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

/** Reads and checks the environment. */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const dataDir = resolve(source.SESS_DATA_DIR || ".data");
  return {
    databaseUrl: readDatabaseUrl(source.DATABASE_URL),
    port: readPort(source.PORT),
    publicOrigin: readOrigin(source.PUBLIC_ORIGIN),
    dataDir,
    secret: source.SESS_SECRET || undefined,
    trustedProxies: readTrust(source.TRUST_PROXY),
    logLevel: readLevel(source.LOG_LEVEL),
    relay: readRelay(source),
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

function readRelay(source: NodeJS.ProcessEnv): RelayEnv {
  try {
    return readRelayEnv(source);
  } catch (error) {
    throw new EnvError(error instanceof Error ? error.message : String(error));
  }
}

function readLevel(value: string | undefined): string {
  if (!value) return "info";
  if (LEVELS.includes(value)) return value;
  throw new EnvError(`LOG_LEVEL must be one of ${LEVELS.join(", ")}, not "${value}"`);
}
