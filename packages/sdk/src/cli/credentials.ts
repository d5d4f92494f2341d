import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isThisMachine } from "../settings.js";
import { UsageError } from "./exit-codes.js";
import { findLocalFile, isMine, LOCAL_FILE } from "./find-local-file.js";
import type { Io } from "./io.js";

export interface Credentials {
  apiKey: string;
  /** Where the key was found: a variable's name or a file's path. */
  keyFrom: string;
  origin: string;
}

export const DEFAULT_ORIGIN = "https://api.sess.si";

/** The key: flag, environment, the file of a server on this machine. The origin: flag, environment, file, the default. */
export async function readCredentials(flags: { origin?: string; keyFile?: string }, io: Io): Promise<Credentials> {
  const named = flags.origin ?? (io.env["SESS_API_ORIGIN"] || undefined);
  const given = await givenKey(flags, io);
  const isSettled = given !== null && (named !== undefined || given.origin !== null);
  const local = isSettled ? null : await readLocalFile(io);
  const found = given ?? local;
  if (!found) {
    throw new UsageError(
      `No API key. Set SESS_API_KEY and SESS_API_ORIGIN, pass --key-file, or run this where a server keeps ${LOCAL_FILE}.`,
    );
  }
  const origin = named ?? found.origin ?? (await originBeside(found, local)) ?? DEFAULT_ORIGIN;
  return { apiKey: found.apiKey, keyFrom: found.from, origin };
}

interface FoundKey {
  apiKey: string;
  from: string;
  origin: string | null;
}

async function givenKey({ keyFile }: { keyFile?: string }, io: Io): Promise<FoundKey | null> {
  if (keyFile !== undefined) return readKeyFile(resolve(io.cwd, keyFile));
  const apiKey = io.env["SESS_API_KEY"];
  return apiKey ? { apiKey, from: "SESS_API_KEY", origin: null } : null;
}

async function readLocalFile(io: Io): Promise<FoundKey | null> {
  const path = await findLocalFile(io);
  return path === null ? null : readKeyFile(path, { isBareKeyTaken: false });
}

/** A folder that came from elsewhere must not draw a key of yours to a server of its own. */
async function originBeside(found: FoundKey, local: FoundKey | null): Promise<string | null> {
  if (local === null || local.origin === null) return null;
  if (found.apiKey === local.apiKey) return local.origin;
  if (isThisMachine(local.origin) && (await isMine(local.from))) return local.origin;
  throw new UsageError(
    `Where does the key in ${found.from} belong? ${local.from} has another key, for ${local.origin}. ` +
      "Say it with --origin or SESS_API_ORIGIN.",
  );
}

/** JSON with `api_key` and perhaps `origin`; a file that somebody named may be the bare key. */
async function readKeyFile(path: string, { isBareKeyTaken = true } = {}): Promise<FoundKey> {
  const text = (
    await readFile(path, "utf8").catch(() => {
      throw new UsageError(`${path} cannot be read.`);
    })
  ).trim();
  if (isBareKeyTaken && !text.startsWith("{")) return { apiKey: text, from: path, origin: null };
  const { api_key: apiKey, origin } = parseObject(path, text);
  if (typeof apiKey !== "string") throw new UsageError(`${path} has no api_key.`);
  return { apiKey, from: path, origin: typeof origin === "string" ? origin : null };
}

function parseObject(path: string, text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new UsageError(`${path} is neither a key nor JSON.`);
  }
}
