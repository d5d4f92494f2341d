import { systemClock, type Clock } from "./clock.js";
import { configurationError } from "./error.js";

export interface SessClientOptions {
  /** `sess_sk_…`; keep it on a server. */
  apiKey: string | undefined;
  /** Where Sess answers, for example `https://sess.example`; http only for this machine. */
  origin: string | undefined;
  /** Called with one `Request`. Default: the global `fetch`. */
  fetch?: ((request: Request) => Response | Promise<Response>) | undefined;
  /** The workspace that receipts must name. Default: the one that Sess says the key belongs to. */
  expectedWorkspaceId?: string | undefined;
  /** Who must have issued receipts. Default: `origin`. */
  receiptIssuer?: string | undefined;
  /** For one exchange, a long poll's own time not counted. Default 30 s. */
  timeoutMs?: number | undefined;
  /** Allows http to another machine: key, questions and answers are then readable on the way. */
  allowInsecure?: boolean | undefined;
  /** For tests. */
  clock?: Clock | undefined;
}

/** Where requests go, and whose they are. */
export interface Peer {
  origin: string;
  /** null: nobody's. */
  bearer: string | null;
  fetch: (request: Request) => Response | Promise<Response>;
  timeoutMs: number;
  clock: Clock;
}

export interface Settings extends Peer {
  bearer: string;
  expectedWorkspaceId: string | null;
  /** Any of these may have issued a receipt. */
  receiptIssuers: readonly string[];
}

const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_TIMEOUT_MS = 600_000;
const API_KEY = /^[A-Za-z0-9._~+/-]{1,4096}=*$/;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Checks what the caller set and fills in the rest. Throws SessError of kind `configuration`. */
export function readSettings(options: SessClientOptions): Settings {
  if (typeof options !== "object" || options === null) throw invalid("options", "new SessClient needs its options.");
  const origin = readOrigin("origin", options.origin, options.allowInsecure === true);
  return {
    bearer: readBearer("apiKey", options.apiKey),
    origin,
    fetch: readFetch(options.fetch),
    expectedWorkspaceId: readWorkspace(options.expectedWorkspaceId),
    receiptIssuers:
      options.receiptIssuer === undefined
        ? issuersOf(origin)
        : [readOrigin("receiptIssuer", options.receiptIssuer, true)],
    timeoutMs: readTimeout(options.timeoutMs),
    clock: options.clock ?? systemClock,
  };
}

/** Never quotes the value: a key pasted with a line break would end up in a log. */
export function readBearer(field: string, value: unknown): string {
  if (typeof value === "string" && API_KEY.test(value)) return value;
  throw invalid(field, `${field} is missing or not a key: letters, digits and ._~+/- without spaces.`);
}

export function readOrigin(field: string, value: unknown, allowInsecure: boolean): string {
  const url = typeof value === "string" ? parseUrl(value) : null;
  if (url === null) throw invalid(field, `${field} must be a URL such as https://sess.example.`);
  const bare =
    url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  if (!bare) throw invalid(field, `${field} must have no path, query or credentials.`);
  if (url.protocol === "https:") return url.origin;
  if (url.protocol === "http:" && (allowInsecure || LOOPBACK.has(url.hostname))) return url.origin;
  throw invalid(field, `${field} must be https; http is for this machine only, unless allowInsecure is set.`);
}

/** True for an origin that never leaves this machine. */
export function isThisMachine(origin: string): boolean {
  return LOOPBACK.has(parseUrl(origin)?.hostname ?? "");
}

function parseUrl(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null;
}

/** A server on this machine names itself localhost, whichever of its names it was called by. */
function issuersOf(origin: string): string[] {
  const url = new URL(origin);
  if (!LOOPBACK.has(url.hostname)) return [origin];
  url.hostname = "localhost";
  return [...new Set([origin, url.origin])];
}

export function readFetch(value: SessClientOptions["fetch"]): Settings["fetch"] {
  if (value === undefined) return (request) => globalThis.fetch(request);
  if (typeof value === "function") return value;
  throw invalid("fetch", "fetch must be a function that takes a Request and returns a Response.");
}

function readWorkspace(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === "string" && value !== "") return value;
  throw invalid("expectedWorkspaceId", "expectedWorkspaceId must be the id of a workspace.");
}

export function readTimeout(value: unknown): number {
  if (value === undefined) return DEFAULT_TIMEOUT_MS;
  if (typeof value === "number" && value >= 1 && value <= MAX_TIMEOUT_MS) return value;
  throw invalid("timeoutMs", `timeoutMs must be a number from 1 to ${MAX_TIMEOUT_MS}.`);
}

export function invalid(option: string, message: string) {
  return configurationError("invalid_option", message, { field: `/${option}` });
}
