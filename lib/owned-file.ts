import { chmodSync, chownSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes a file whole or not at all, readable by its owner only, not even for a moment by others. */
export function writeOwned(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, text, { mode: 0o600, flush: true });
  chmodSync(unfinished, 0o600);
  giveToFolderOwner(unfinished);
  renameSync(unfinished, path);
}

/** What root writes for once (`sudo npm start`) belongs to whose folder it is, who will start the server again. */
export function giveToFolderOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  chownSync(path, uid, gid);
}

/** A file of ours that another account wrote, and how to get it back. */
export class DeniedError extends Error {
  override name = "DeniedError";
  readonly advice: string;

  constructor(path: string) {
    super(`This account may not read or write ${path}: it belongs to another one.`);
    this.advice = `Take it over, then start again: sudo chown "$(id -u):$(id -g)" '${path}'`;
  }
}

/** Runs a read or write of `path`; a refusal of the system comes back with what to do about it. */
export function explainDenied<T>(path: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === "EACCES" || code === "EPERM" ? new DeniedError(path) : error;
  }
}
