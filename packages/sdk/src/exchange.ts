import { configurationError, protocolError, SessError, type SessErrorKind, type SessErrorOutcome } from "./error.js";
import type { Peer } from "./settings.js";

export interface Call {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** From the origin, with its query. */
  path: string;
  /** JSON text: every try sends the same bytes. */
  body?: string;
  headers?: Record<string, string>;
  /** How long the server may hold the reply back by itself. */
  waitMs?: number;
  signal?: AbortSignal | undefined;
  /** The key set is public. */
  anonymous?: boolean;
  /** What makes a repeat the same change, where it is not an `idempotency-key` header. */
  key?: string | undefined;
  /** To be repeated only when it has certainly not been done. */
  once?: boolean;
  /** Default: 8 MiB, which one answer fits in and many may not. */
  maxReplyBytes?: number;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

const MAX_REPLY_BYTES = 8 * 1024 * 1024;
const NEVER_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** One request and its whole reply, or a SessError. Never tries twice and never follows a redirect. */
export async function exchange(peer: Peer, call: Call): Promise<Reply> {
  if (call.signal?.aborted) throw aborted("not_sent");
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), peer.timeoutMs + (call.waitMs ?? 0));
  const signal = call.signal ? AbortSignal.any([timeout.signal, call.signal]) : timeout.signal;
  try {
    return await untilAborted(signal, () => readReply(peer, call, signal));
  } catch (error) {
    if (error instanceof SessError) throw error;
    if (call.signal?.aborted) throw aborted("unknown");
    if (timeout.signal.aborted) throw failure("timeout", "timeout", "Sess did not reply in time.", "unknown");
    throw isRefusedPort(error) ? unusable(peer.origin) : broken(error);
  } finally {
    clearTimeout(timer);
  }
}

/** A `fetch` that was passed in may not know signals: the caller's time is kept all the same. */
export function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error("aborted"));
    signal.addEventListener("abort", end, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", end));
  });
}

async function readReply(peer: Peer, call: Call, signal: AbortSignal): Promise<Reply> {
  const response = await peer.fetch(requestOf(peer, call, signal));
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
    throw protocolError("unexpected_redirect", "Sess never redirects: is the origin right?", {
      status: response.status,
    });
  }
  return {
    status: response.status,
    headers: response.headers,
    text: await readText(response, call.maxReplyBytes ?? MAX_REPLY_BYTES),
  };
}

function requestOf(peer: Peer, call: Call, signal: AbortSignal): Request {
  const headers = new Headers({ accept: "application/json", ...call.headers });
  if (!call.anonymous && peer.bearer !== null) headers.set("authorization", `Bearer ${peer.bearer}`);
  if (call.body !== undefined) headers.set("content-type", "application/json");
  return new Request(peer.origin + call.path, {
    method: call.method,
    headers,
    signal,
    redirect: "manual",
    cache: "no-store",
    credentials: "omit",
    referrerPolicy: "no-referrer",
    ...(call.body === undefined ? {} : { body: call.body }),
  });
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw protocolError("reply_too_large", "The reply is larger than any that Sess sends.");
    }
    text += decoder.decode(value, { stream: true });
  }
}

export function aborted(outcome: SessErrorOutcome): SessError {
  return failure("aborted", "aborted", "The caller's signal ended the call.", outcome);
}

/** `fetch` connects to no port that other protocols are known by; Node says so in these words and no code. */
function isRefusedPort(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && error.cause.message === "bad port";
}

function unusable(origin: string): SessError {
  const message = `${origin} cannot be used: fetch never connects to port ${new URL(origin).port}. Let Sess listen on another.`;
  return configurationError("unusable_port", message, { field: "/origin" });
}

/** The original error is left out: whoever wrote the `fetch` may have put headers into it. */
function broken(error: unknown): SessError {
  const code = systemCode(error);
  const outcome = code !== null && NEVER_CONNECTED.has(code) ? "not_sent" : "unknown";
  const detail = code === null ? "" : ` (${code})`;
  const message = outcome === "not_sent" ? `Sess could not be reached${detail}.` : `The connection broke${detail}.`;
  return failure("transport", outcome === "not_sent" ? "unreachable" : "connection_broken", message, outcome);
}

/** The code of the error underneath, such as ECONNRESET; Node wraps it, several times where it tried several addresses. */
function systemCode(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth > 4) return null;
  if ("code" in error && typeof error.code === "string" && /^[A-Z][A-Z0-9_]{1,40}$/.test(error.code)) return error.code;
  return systemCode(error instanceof AggregateError ? error.errors[0] : error.cause, depth + 1);
}

function failure(kind: SessErrorKind, code: string, message: string, outcome: SessErrorOutcome): SessError {
  return new SessError({ kind, code, message, outcome, retryable: kind !== "aborted" });
}
