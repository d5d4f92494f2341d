import { SessError } from "./error.js";
import { aborted, exchange, type Call, type Reply } from "./exchange.js";
import { refusal } from "./refusal.js";
import type { Peer } from "./settings.js";

const TRIES = 4;
const FIRST_PAUSE_MS = 250;
/** Longer than this is for the caller to decide: the error says when. */
const LONGEST_RETRY_AFTER_MS = 30_000;
/** Refusals that say that nothing under this key was ever done: they are decided after the look for an earlier twin. */
const SETTLES_EARLIER_TRIES = new Set([400, 409, 412, 413, 415, 422, 428]);

/** Sends a request that is safe to repeat as it stands, a few times if need be. */
export async function send(peer: Peer, call: Call): Promise<Reply> {
  const isChange = call.method !== "GET";
  let lost = false;
  for (let tries = 1; ; tries += 1) {
    const error = await attempt(peer, call);
    if (!(error instanceof SessError)) return error;
    const mayHaveHappened: boolean = lost || error.outcome === "unknown";
    const pause = call.once && mayHaveHappened ? null : pauseBefore(peer, error, tries);
    if (pause === null) throw isChange ? conclude(error, mayHaveHappened, call) : error;
    lost = mayHaveHappened;
    await peer.clock.sleep(pause, call.signal);
    if (call.signal?.aborted) throw conclude(aborted("not_sent"), isChange && lost, call);
  }
}

async function attempt(peer: Peer, call: Call): Promise<Reply | SessError> {
  try {
    const reply = await exchange(peer, call);
    return reply.status < 400 ? reply : refusal(reply, peer.bearer);
  } catch (error) {
    if (error instanceof SessError) return error;
    throw error;
  }
}

/** Milliseconds until the next try, or null when there is none. */
function pauseBefore(peer: Peer, error: SessError, tries: number): number | null {
  if (tries >= TRIES || !isWorthRetrying(error)) return null;
  if (error.retryAfterMs === undefined) return backoff(peer, tries);
  return error.retryAfterMs <= LONGEST_RETRY_AFTER_MS ? error.retryAfterMs : null;
}

export function isWorthRetrying(error: SessError): boolean {
  return error.retryable && (error.kind === "transport" || error.kind === "timeout" || error.kind === "api");
}

/** Half fixed, half by chance, doubling: many clients do not come back at the same moment. */
export function backoff(peer: Peer, tries: number, longestMs = 8_000): number {
  const full = Math.min(longestMs, FIRST_PAUSE_MS * 2 ** Math.min(tries, 16));
  return full / 2 + (full / 2) * peer.clock.random();
}

function conclude(error: SessError, mayHaveHappened: boolean, call: Call): SessError {
  const settled =
    error.status !== undefined && SETTLES_EARLIER_TRIES.has(error.status) && error.code !== "participant_evicted";
  const idempotencyKey = call.headers?.["idempotency-key"] ?? call.key;
  if (!mayHaveHappened || settled) return new SessError({ ...error, message: error.message, idempotencyKey });
  if (error.kind === "protocol" || error.kind === "aborted") {
    return new SessError({ ...error, message: error.message, outcome: "unknown", idempotencyKey });
  }
  return new SessError({
    ...error,
    kind: "unknown_outcome",
    outcome: "unknown",
    retryable: call.once !== true,
    idempotencyKey,
    message: `It is not known whether Sess did this: ${error.message} ${adviceFor(call, idempotencyKey)}`,
  });
}

function adviceFor({ once }: Call, key: string | undefined): string {
  if (once) return "Look first: a repeat may do it twice.";
  return `Repeat the same call${key === undefined ? "" : " under the same idempotency key"}.`;
}
