import { setTimeout } from "node:timers/promises";
import { ProtocolError, isProtocolError } from "@sess.si/protocol";

/** The connection was cut on the way; admin_shutdown, crash_shutdown. */
const LOST = new Set([
  ...["CONNECTION_CLOSED", "CONNECTION_ENDED", "CONNECTION_DESTROYED", "ECONNRESET", "EPIPE", "57P01", "57P02"],
]);
/** deadlock_detected, serialization_failure */
const LOST_A_RACE = new Set(["40P01", "40001"]);
/** No connection; cannot_connect_now, query_canceled (statement timeout), lock_not_available, read_only_sql_transaction */
const NOT_NOW = new Set([
  ...[
    "CONNECT_TIMEOUT",
    "ECONNREFUSED",
    "ETIMEDOUT",
    "ENOENT",
    "ENOTFOUND",
    "EAI_AGAIN",
    "EHOSTUNREACH",
    "ENETUNREACH",
  ],
  ...["57P03", "57014", "55P03", "25006"],
]);

/** True when the database, and not what it was asked, is at fault. */
export function isOutage(error: unknown): boolean {
  if (isProtocolError(error)) return error.code === "unavailable";
  const code = codeOf(error);
  return mayWorkAtOnce(code) || NOT_NOW.has(code) || /^(53|58)/.test(code);
}

/** Ten times what a lost connection takes to be renewed; a server that restarts takes longer. */
const PAUSES_MS = [0, 25, 100];

/**
 * Runs statements that are safe to repeat. After a cut connection nobody knows whether the first run was committed:
 * the next one finds out. What is still wrong in the end is `unavailable`.
 */
export async function withReconnect<T>(run: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await run();
    } catch (error) {
      if (!mayWorkAtOnce(codeOf(error))) throw asUnavailable(error);
      await setTimeout(pause);
    }
  }
  try {
    return await run();
  } catch (error) {
    throw asUnavailable(error);
  }
}

function mayWorkAtOnce(code: string): boolean {
  return LOST.has(code) || LOST_A_RACE.has(code) || code.startsWith("08");
}

function asUnavailable(error: unknown): unknown {
  if (!isOutage(error) || isProtocolError(error)) return error;
  const cause = {
    databaseCode: codeOf(error),
    databaseMessage: error instanceof Error ? error.message : String(error),
  };
  return new ProtocolError("unavailable", "The database cannot be reached right now. Try again.", { details: cause });
}

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return "cause" in error ? codeOf(error.cause) : "";
}
