import { hkdfSync, randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { explainDenied, giveToFolderOwner } from "@/lib/owned-file";

/** The one secret of an installation; every use gets a key of its own. */
export interface ServerSecret {
  /** 32 bytes; the same for the same purpose. */
  derive(purpose: string): Buffer;
}

const LEAST_CHARACTERS = 32;

/** Where a secret may stand. */
export interface SecretPlaces {
  secret: string | undefined;
  dataDirectory: string;
}

/** SESS_SECRET, or the file `secret` of the data directory, which is made at the first start. */
export function readServerSecret(from: SecretPlaces): ServerSecret {
  const path = secretPath(from);
  return findServerSecret(from) ?? serverSecret(explainDenied(path, () => readOrMake(path)).trim(), path);
}

/** The same; null where none was made yet. */
export function findServerSecret(from: SecretPlaces): ServerSecret | null {
  if (from.secret) return serverSecret(from.secret, "SESS_SECRET");
  const path = secretPath(from);
  const text = explainDenied(path, () => read(path));
  return text === null ? null : serverSecret(text.trim(), path);
}

/** The file that is read where there is no SESS_SECRET. */
export function secretPath({ dataDirectory }: SecretPlaces): string {
  return join(dataDirectory, "secret");
}

/** Keys for each purpose from one secret, which must be long enough. */
export function serverSecret(secret: string, origin = "The server's secret"): ServerSecret {
  if (secret.length < LEAST_CHARACTERS) {
    const advice = "Make one with: openssl rand -base64 32";
    throw new Error(`${origin} has ${secret.length} characters; at least ${LEAST_CHARACTERS} are needed. ${advice}`);
  }
  return { derive: (purpose) => Buffer.from(hkdfSync("sha256", secret, "sess", purpose, 32)) };
}

/** Of several processes that start at once, one's secret becomes everybody's. */
function readOrMake(path: string): string {
  const existing = read(path);
  if (existing !== null) return existing;
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  mkdirSync(join(path, ".."), { recursive: true, mode: 0o700 });
  try {
    writeDurably(draft, `${randomBytes(32).toString("base64url")}\n`);
    giveToFolderOwner(draft);
    linkSync(draft, path);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, "utf8");
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, "wx", 0o600);
  try {
    chmodSync(path, 0o600);
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
