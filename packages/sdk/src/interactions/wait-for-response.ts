import { LIMITS, ResponseReply } from "@sess.si/protocol";
import { decode } from "../decode.js";
import { configurationError, SessError } from "../error.js";
import { exchange } from "../exchange.js";
import { refusal } from "../refusal.js";
import { backoff, isWorthRetrying } from "../send.js";
import type { Settings } from "../settings.js";
import { pathOf, requireWholeNumber } from "./arguments.js";
import type { CallOptions } from "./change.js";
import { requireConsistentRead } from "./consistency.js";

export type Answer = NonNullable<ResponseReply["interaction"]["response"]>;

/** What became of a revision. Only `answered` and `completed` have an answer; `waiting` means that your time ran out. */
export type WaitOutcome =
  | { state: "answered" | "completed"; id: string; revision: number; response: Answer }
  | { state: "expired" | "withdrawn" | "waiting"; id: string; revision: number };

export interface WaitInput extends CallOptions {
  /** The revision you asked. */
  revision: number;
  /** Default: until there is an outcome. */
  timeoutMs?: number | undefined;
  /** Called when the connection is lost and when it is back. */
  onConnection?: ((state: "lost" | "back") => void) | undefined;
}

/** What is remembered from one long poll to the next. */
interface Progress {
  end: number;
  reached: boolean;
  lostSince: number | null;
  failures: number;
  earlyReplies: number;
}

const LONGEST_OUTAGE_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 15_000;
/** A "waiting" that comes sooner did not wait: the link has lapsed, or the server is going down. */
const EARLY_MS = 1_000;

/** Long polls, over as many connections as it takes, until there is an outcome or the caller's time is up. */
export async function waitForResponse(settings: Settings, id: string, input: WaitInput): Promise<WaitOutcome> {
  const path = `${pathOf(id)}/response?revision=${input.revision}`;
  requireWaitInput(input);
  const end = settings.clock.now() + (input.timeoutMs ?? Infinity);
  const progress: Progress = { end, reached: false, lostSince: null, failures: 0, earlyReplies: 0 };
  for (;;) {
    const asked = settings.clock.now();
    const waitMs = Math.floor(Math.max(0, Math.min(LIMITS.waitMs, end - asked)));
    const outcome = await poll(settings, { id, input, path: `${path}&wait_ms=${waitMs}`, waitMs });
    const isLost = outcome instanceof SessError;
    const pause = isLost
      ? afterFailure(settings, progress, outcome, input)
      : afterReply(settings, progress, outcome, { input, asked, waitMs });
    if (pause === null) return isLost ? { state: "waiting", id, revision: input.revision } : outcome;
    if (pause > 0) await settings.clock.sleep(pause, input.signal);
  }
}

function requireWaitInput(input: WaitInput): void {
  requireWholeNumber("revision", input.revision);
  if (input.timeoutMs === undefined || input.timeoutMs >= 0) return;
  throw configurationError("invalid_arguments", "timeoutMs must be a number from 0.", { field: "/timeoutMs" });
}

async function poll(
  settings: Settings,
  one: { id: string; input: WaitInput; path: string; waitMs: number },
): Promise<WaitOutcome | SessError> {
  const { id, input, path, waitMs } = one;
  try {
    const reply = await exchange(settings, { method: "GET", path, waitMs, signal: input.signal });
    if (reply.status >= 400) return refusal(reply, settings.bearer);
    const read = decode(ResponseReply, reply).interaction;
    requireConsistentRead(id, input.revision, read);
    return outcomeOf(read);
  } catch (error) {
    if (error instanceof SessError) return error;
    throw error;
  }
}

function outcomeOf(read: ResponseReply["interaction"]): WaitOutcome {
  const { id, revision, state, response } = read;
  if (state !== "answered" && state !== "completed") return { state, id, revision };
  if (response) return { state, id, revision, response };
  throw new Error("unreachable: a consistent read that is answered has an answer");
}

/** Milliseconds until the next poll; null when the time is up. Throws what no new connection can mend. */
function afterFailure(settings: Settings, progress: Progress, error: SessError, input: WaitInput): number | null {
  if (!isWorthRetrying(error)) throw error;
  const now = settings.clock.now();
  if (progress.lostSince === null) input.onConnection?.("lost");
  progress.lostSince ??= now;
  progress.failures += 1;
  if (now >= progress.end && progress.reached) return null;
  if (now >= progress.end || now - progress.lostSince > LONGEST_OUTAGE_MS) throw error;
  const pause = Math.max(error.retryAfterMs ?? 0, backoff(settings, progress.failures, LONGEST_PAUSE_MS));
  return Math.min(pause, progress.end - now);
}

/** Milliseconds until the next poll; null when this was the last one. */
function afterReply(
  settings: Settings,
  progress: Progress,
  outcome: WaitOutcome,
  { input, asked, waitMs }: { input: WaitInput; asked: number; waitMs: number },
): number | null {
  const now = settings.clock.now();
  if (progress.lostSince !== null) input.onConnection?.("back");
  progress.reached = true;
  progress.lostSince = null;
  progress.failures = 0;
  if (outcome.state !== "waiting" || now >= progress.end) return null;
  const isEarly = now - asked < Math.min(EARLY_MS, waitMs);
  progress.earlyReplies = isEarly ? progress.earlyReplies + 1 : 0;
  return isEarly ? Math.min(backoff(settings, progress.earlyReplies, LONGEST_PAUSE_MS), progress.end - now) : 0;
}
