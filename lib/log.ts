import pino from "pino";

export type Log = pino.Logger;

const SECRETS: [RegExp, string][] = [
  [/sess_sk_[\w-]+/g, "sess_sk_…"],
  [/(\/a\/)[\w%~.-]{8,}/g, "$1…"],
  [/\b(Bearer|Basic)\s+[\w+/=.~-]+/gi, "$1 …"],
  [/(postgres(?:ql)?:\/\/[^\s:@/]+:)[^\s@/]+@/gi, "$1…@"],
];

/** Takes keys, link secrets and credentials out of a line, wherever in it they stand. */
export function scrub(line: string): string {
  return SECRETS.reduce((text, [secret, mark]) => text.replace(secret, mark), line);
}

/** JSON lines on stderr, short ones for a person at a terminal. No line leaves unscrubbed. */
export function createLog(level: string, out: { isTTY?: boolean; write(text: string): unknown } = process.stderr): Log {
  const write = out.isTTY ? (line: string) => out.write(readable(line)) : (line: string) => out.write(line);
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    { write: (line: string) => void write(scrub(line)) },
  );
}

/** Enough to follow two wrappers down to the driver. */
const CAUSES = 3;

/**
 * What a log may know of a fault. Drivers hang on it what they were working on: Postgres quotes the whole row that
 * it refused, answers and all.
 */
function describeError(error: unknown, causes = CAUSES): Record<string, unknown> {
  if (!(error instanceof Error))
    return { type: typeof error, ...(typeof error === "string" ? { message: error } : {}) };
  const { message, stack, cause } = error;
  const { code, constraint_name: constraint, table_name: table } = error as unknown as Record<string, unknown>;
  const type = error.constructor.name || error.name;
  const isWrapped = cause !== undefined && causes > 0;
  return {
    type,
    code,
    message,
    stack,
    constraint,
    table,
    ...(isWrapped ? { cause: describeError(cause, causes - 1) } : {}),
  };
}

function readable(line: string): string {
  const { time, level, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const detail = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : "";
  const reason = stacksOf(err).join("\ncaused by ");
  return `${String(time).slice(11, 19)} ${pino.levels.labels[Number(level)] ?? ""}: ${String(msg ?? "")}${detail}${reason && `\n${reason}`}\n`;
}

function stacksOf(fault: unknown): string[] {
  if (typeof fault !== "object" || fault === null || !("stack" in fault)) return [];
  return [String(fault.stack), ...("cause" in fault ? stacksOf(fault.cause) : [])];
}
