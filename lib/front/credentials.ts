import { readFileSync } from "node:fs";
import { join } from "node:path";
import { explainDenied, writeOwned } from "@/lib/owned-file";

/** What a client on this machine needs to call the API. */
export interface Credentials {
  origin: string;
  api_key: string;
}

/** Where they are kept. */
export function credentialsPath(dataDir: string): string {
  return join(dataDir, "credentials.json");
}

/** null where there are none, or a damaged file that a new one may replace. */
export function readCredentials(dataDir: string): Credentials | null {
  const path = credentialsPath(dataDir);
  try {
    return JSON.parse(explainDenied(path, () => readFileSync(path, "utf8"))) as Credentials;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Replaces what is kept. */
export function writeCredentials(dataDir: string, credentials: Credentials): void {
  const path = credentialsPath(dataDir);
  explainDenied(path, () => writeOwned(path, `${JSON.stringify(credentials, null, 2)}\n`));
}
