import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { UsageError } from "./exit-codes.js";
import type { Io } from "./io.js";

export interface Credentials {
  apiKey: string;
  origin: string;
}

export const DEFAULT_ORIGIN = "https://api.sess.si";
const LOCAL_FILE = ".data/credentials.json";

/** Flags, then the environment, then the file that a server on this machine writes. A file's key goes only to its own origin, unless you name another. */
export async function readCredentials(flags: { origin?: string; keyFile?: string }, io: Io): Promise<Credentials> {
  const named = flags.origin ?? (io.env["SESS_API_ORIGIN"] || undefined);
  if (flags.keyFile !== undefined) return place(await readKeyFile(resolve(io.cwd, flags.keyFile)), named);
  const key = io.env["SESS_API_KEY"];
  if (key) return place({ apiKey: key, origin: null }, named);
  const local = await readKeyFile(resolve(io.cwd, LOCAL_FILE)).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (local) return place(local, named);
  throw new UsageError(
    `No API key. Set SESS_API_KEY and SESS_API_ORIGIN, pass --key-file, or run this where a server keeps ${LOCAL_FILE}.`,
  );
}

interface KeyFile {
  apiKey: string;
  origin: string | null;
}

function place(found: KeyFile, named: string | undefined): Credentials {
  return { apiKey: found.apiKey, origin: named ?? found.origin ?? DEFAULT_ORIGIN };
}

/** Either the bare key, or JSON with `api_key` and perhaps `origin`. */
async function readKeyFile(path: string): Promise<KeyFile> {
  const text = (
    await readFile(path, "utf8").catch((error: unknown) => {
      throw new UsageError(`${path} cannot be read.`, { cause: error });
    })
  ).trim();
  if (!text.startsWith("{")) return { apiKey: text, origin: null };
  const { api_key: apiKey, origin } = parseObject(path, text);
  if (typeof apiKey !== "string") throw new UsageError(`${path} has no api_key.`);
  return { apiKey, origin: typeof origin === "string" ? origin : null };
}

function parseObject(path: string, text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new UsageError(`${path} is neither a key nor JSON.`);
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof UsageError &&
    error.cause instanceof Error &&
    "code" in error.cause &&
    error.cause.code === "ENOENT"
  );
}
