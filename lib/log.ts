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
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: pino.stdSerializers.err } },
    { write: (line: string) => void write(scrub(line)) },
  );
}

function readable(line: string): string {
  const { time, level, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const detail = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : "";
  const reason = typeof err === "object" && err !== null && "stack" in err ? `\n${String(err.stack)}` : "";
  return `${String(time).slice(11, 19)} ${pino.levels.labels[Number(level)] ?? ""}: ${String(msg ?? "")}${detail}${reason}\n`;
}
