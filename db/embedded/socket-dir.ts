import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SOCKET_NAME } from "@/db/embedded/postmaster-file";
import type { Place } from "@/db/embedded/place";

/** macOS allows 103 bytes for a socket's path, Linux 107. */
const LONGEST = 103;
const TEMPORARY = join(tmpdir(), "sess-");

/** A private directory for the socket: beside the cluster, or in the temporary directory where that path is too long. */
export function makeSocketDir(place: Place): string {
  const beside = join(place.home, "run");
  if (!fits(beside)) return owned(mkdtempSync(TEMPORARY), place);
  mkdirSync(beside, { recursive: true, mode: 0o700 });
  return owned(beside, place);
}

export function removeSocketDir(socketDir: string): void {
  if (dirname(socketDir) === tmpdir()) rmSync(socketDir, { recursive: true, force: true });
}

/** Postgres reads the setting as a list: quotes and commas have a meaning there. */
function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_NAME)) <= LONGEST && /^[\w./-]+$/.test(folder);
}

function owned(folder: string, place: Place): string {
  chmodSync(folder, 0o700);
  if (place.uid !== undefined) chownSync(folder, place.uid, place.gid ?? place.uid);
  return folder;
}
