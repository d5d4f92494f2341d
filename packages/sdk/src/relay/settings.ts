import { systemClock, type Clock } from "../clock.js";
import { configurationError } from "../error.js";
import { invalid, readBearer, readFetch, readOrigin, readTimeout, type Peer } from "../settings.js";
import type { OpenWebSocket } from "./inbox/web-socket.js";

/** How events reach a participant: `auto` tries a WebSocket and falls back to long polls where none gets through. */
export type RelayTransport = "auto" | "socket" | "poll";

/** Options of a RelayClient; none of them is needed to follow an invite link. */
export interface RelayClientOptions {
  /** Where the relay answers, for example `https://sess.example`; http only for this machine. */
  origin?: string | undefined;
  /** Creates sessions where the relay asks for an account. Default: the environment's `SW_ACCOUNT_TOKEN`. */
  accountToken?: string | undefined;
  /** Default: `auto`. */
  transport?: RelayTransport | undefined;
  /** Opens a WebSocket. Default: the platform's own; in a Node that has none, that of the package `ws`. */
  webSocket?: OpenWebSocket | undefined;
  /** Called with one `Request`. Default: the global `fetch`. */
  fetch?: ((request: Request) => Response | Promise<Response>) | undefined;
  /** For one exchange, a long poll's own time not counted. Default 30 s. */
  timeoutMs?: number | undefined;
  /** Allows http to another machine: tokens and messages are then readable on the way. */
  allowInsecure?: boolean | undefined;
  /** For tests. */
  clock?: Clock | undefined;
}

export interface RelaySettings {
  origin: string | null;
  accountToken: string | null;
  transport: RelayTransport;
  webSocket: OpenWebSocket | null;
  fetch: Peer["fetch"];
  timeoutMs: number;
  clock: Clock;
  allowInsecure: boolean;
}

const TRANSPORTS: readonly unknown[] = ["auto", "socket", "poll"] satisfies RelayTransport[];

/** Checks what the caller set and fills in the rest. Throws SessError of kind `configuration`. */
export function readRelaySettings(options: RelayClientOptions): RelaySettings {
  const { origin, webSocket, clock = systemClock } = options;
  const allowInsecure = options.allowInsecure === true;
  const accountToken = options.accountToken ?? accountTokenOfEnvironment();
  if (webSocket !== undefined && typeof webSocket !== "function")
    throw invalid("webSocket", "webSocket must be a function that opens one.");
  return {
    origin: origin === undefined ? null : readOrigin("origin", origin, allowInsecure),
    accountToken: accountToken === undefined ? null : readBearer("accountToken", accountToken),
    transport: readTransport(options.transport),
    webSocket: webSocket ?? null,
    fetch: readFetch(options.fetch),
    timeoutMs: readTimeout(options.timeoutMs),
    clock,
    allowInsecure,
  };
}

/** The relay that the client was made for, as somebody: every call names its token. */
export function peerOf(settings: RelaySettings, bearer: string | null): Peer {
  const { origin, fetch, timeoutMs, clock } = settings;
  if (origin === null) throw invalid("origin", "This call needs the origin of a relay: new RelayClient({ origin }).");
  if (bearer === null) return { origin, bearer, fetch, timeoutMs, clock };
  return { origin, bearer: readToken(bearer), fetch, timeoutMs, clock };
}

/** Never quotes the value. */
function readToken(value: unknown): string {
  if (typeof value === "string" && /^[\x21-\x7e]{1,4096}$/.test(value)) return value;
  throw configurationError("invalid_arguments", "token must be one of the session's tokens.", { field: "/token" });
}

function readTransport(value: unknown): RelayTransport {
  if (value === undefined) return "auto";
  if (TRANSPORTS.includes(value)) return value as RelayTransport;
  throw invalid("transport", 'transport must be "auto", "socket" or "poll".');
}

/** Looked up without an import, so that the library stays whole in a browser. */
function accountTokenOfEnvironment(): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.["SW_ACCOUNT_TOKEN"] || undefined;
}
