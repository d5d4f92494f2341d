import { SessError } from "./error.js";
import { aborted, exchange, type Call, type Reply } from "./exchange.js";
import { isTransient, refusal } from "./refusal.js";
import type { Settings } from "./settings.js";

const TRIES = 4;
const FIRST_PAUSE_MS = 250;
/** Longer than this is for the caller to decide: the error says when. */
const LONGEST_RETRY_AFTER_MS = 30_000;
/** Refusals that say that nothing under this key was ever done: they are decided after the look for an earlier twin. */
const SETTLES_EARLIER_TRIES = new Set([400, 409, 412, 413, 415, 422, 428]);

/** Sends a request that is safe to repeat as it stands, a few times if need be. */
export async function send(settings: Settings, call: Call): Promise<Reply> {
  const isChange = call.method === "POST";
  let lost = false;
  for (let tries = 1; ; tries += 1) {
    const error = await attempt(settings, call);
    if (!(error instanceof SessError)) return error;
    const pause = pauseBefore(settings, error, tries);
    const mayHaveHappened: boolean = lost || error.outcome === "unknown";
    if (pause === null) throw isChange ? conclude(error, mayHaveHappened, call) : error;
    lost = mayHaveHappened;
    await settings.clock.sleep(pause, call.signal);
    if (call.signal?.aborted) throw conclude(aborted("not_sent"), isChange && lost, call);
  }
}

async function attempt(settings: Settings, call: Call): Promise<Reply | SessError> {
  try {
    const reply = await exchange(settings, call);
    return reply.status < 400 ? reply : refusal(reply, settings.apiKey);
  } catch (error) {
    if (error instanceof SessError) return error;
    throw error;
  }
}

/** Milliseconds until the next try, or null when there is none. */
function pauseBefore(settings: Settings, error: SessError, tries: number): number | null {
  if (tries >= TRIES || !isWorthRetrying(error)) return null;
  if (error.retryAfterMs === undefined) return backoff(settings, tries);
  return error.retryAfterMs <= LONGEST_RETRY_AFTER_MS ? error.retryAfterMs : null;
}

export function isWorthRetrying(error: SessError): boolean {
  if (error.kind === "transport" || error.kind === "timeout") return true;
  return error.kind === "api" && error.status !== undefined && isTransient(error.status);
}

/** Half fixed, half by chance, doubling: many clients do not come back at the same moment. */
export function backoff(settings: Settings, tries: number, longestMs = 8_000): number {
  const full = Math.min(longestMs, FIRST_PAUSE_MS * 2 ** Math.min(tries, 16));
  return full / 2 + (full / 2) * settings.clock.random();
}

function conclude(error: SessError, mayHaveHappened: boolean, call: Call): SessError {
  const settled = error.status !== undefined && SETTLES_EARLIER_TRIES.has(error.status);
  const idempotencyKey = call.headers?.["idempotency-key"];
  if (!mayHaveHappened || settled) return new SessError({ ...error, message: error.message, idempotencyKey });
  if (error.kind === "protocol" || error.kind === "aborted") {
    return new SessError({ ...error, message: error.message, outcome: "unknown", idempotencyKey });
  }
  return new SessError({
    ...error,
    kind: "unknown_outcome",
    outcome: "unknown",
    retryable: true,
    idempotencyKey,
    message: `It is not known whether Sess did this: ${error.message} Repeat the same call under the same idempotency key.`,
  });
}
