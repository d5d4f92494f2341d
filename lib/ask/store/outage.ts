import { setTimeout as sleep } from "node:timers/promises";
import { ProtocolError, isProtocolError } from "@sess.si/protocol";

/** The connection was cut on the way; admin_shutdown, crash_shutdown. */
const LOST = codes("CONNECTION_CLOSED CONNECTION_ENDED CONNECTION_DESTROYED ECONNRESET EPIPE 57P01 57P02");
/** deadlock_detected, serialization_failure */
const LOST_A_RACE = codes("40P01 40001");
/** There is no way to the server; cannot_connect_now */
const NO_CONNECTION = codes(
  "CONNECT_TIMEOUT ECONNREFUSED ETIMEDOUT ENOENT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH 57P03",
);
/** query_canceled (statement timeout), lock_not_available, read_only_sql_transaction */
const NOT_NOW = codes("NO_REPLY 57014 55P03 25006");

function codes(list: string): Set<string> {
  return new Set(list.split(" "));
}

/** True when the database, and not what it was asked, is at fault. */
export function isOutage(error: unknown): boolean {
  if (isProtocolError(error)) return error.code === "unavailable";
  const code = codeOf(error);
  return mayWorkAtOnce(code) || NO_CONNECTION.has(code) || NOT_NOW.has(code) || /^(53|58)/.test(code);
}

/** Ten times what a lost connection takes to be renewed; a server that restarts takes longer. */
const PAUSES_MS = [0, 25, 100];

/** Beyond the statement timeout: only a server or a wire that says nothing at all takes this long. */
const DEADLINE_MS = 20_000;

/**
 * Runs statements that are safe to repeat. After a cut connection nobody knows whether the first run was committed:
 * the next one, which is told how many came before it, finds out. What is still wrong in the end is `unavailable`.
 */
export async function withReconnect<T>(run: (tries: number) => Promise<T>, deadlineMs = DEADLINE_MS): Promise<T> {
  for (const [tries, pause] of PAUSES_MS.entries()) {
    try {
      return await within(deadlineMs, run(tries));
    } catch (error) {
      if (!mayWorkAtOnce(codeOf(error))) throw asUnavailable(error);
      await sleep(pause);
    }
  }
  try {
    return await within(deadlineMs, run(PAUSES_MS.length));
  } catch (error) {
    throw asUnavailable(error);
  }
}

function within<T>(ms: number, running: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(Object.assign(new Error("The database does not answer"), { code: "NO_REPLY" }));
    const timer = setTimeout(late, ms);
    running.then(resolve, reject).finally(() => clearTimeout(timer));
  });
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
