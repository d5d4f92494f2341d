import { accessSync, constants, existsSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { giveToFolderOwner } from "@/lib/owned-file";

const KEPT_BYTES = 1_000_000;

/** Opens what Postgres writes its log to, of which one earlier file is kept. */
export function openLogFile(home: string): { fd: number; sinceOpened(): string } {
  const path = join(home, "postgres.log");
  if (existsSync(path) && (statSync(path).size > KEPT_BYTES || !isWritable(path))) renameSync(path, `${path}.1`);
  const fd = openSync(path, "a", 0o600);
  giveToFolderOwner(path);
  const from = statSync(path).size;
  return { fd, sinceOpened: () => readFileSync(path).subarray(from).toString() };
}

/** What another account wrote (a start with `sudo`) stands in nobody's way: the folder is ours to rename it in. */
function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
