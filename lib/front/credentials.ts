import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a client on this machine needs to call the API. */
export interface Credentials {
  origin: string;
  api_key: string;
}

export function credentialsPath(dataDir: string): string {
  return join(dataDir, "credentials.json");
}

export function readCredentials(dataDir: string): Credentials | null {
  try {
    return JSON.parse(readFileSync(credentialsPath(dataDir), "utf8")) as Credentials;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Whole or not at all, and never readable by others, not even for a moment. */
export function writeCredentials(dataDir: string, credentials: Credentials): void {
  const path = credentialsPath(dataDir);
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flush: true });
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, path);
}
