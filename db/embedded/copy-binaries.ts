import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { explain } from "@/db/embedded/error";
import type { Binaries } from "@/db/embedded/binaries";

/** Copies the binaries to where every account can run them, once per version; returns their `bin`. */
export function copyBinaries(binaries: Binaries, systemHome: string): string {
  const target = join(systemHome, `postgres-${binaries.version}-${process.arch}`);
  if (existsSync(target)) return join(target, "bin");
  const unfinished = `${target}.new-${process.pid}`;
  try {
    mkdirSync(systemHome, { recursive: true, mode: 0o755 });
    cpSync(binaries.root, unfinished, { recursive: true, verbatimSymlinks: true });
    openToAll(unfinished);
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // A twin that started at the same moment may have finished it.
    if (!existsSync(target)) throw explain(`Cannot copy the Postgres binaries to ${target}`, String(error));
  }
  return join(target, "bin");
}

function openToAll(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  const executable = stat.isDirectory() || (stat.mode & 0o100) !== 0;
  chmodSync(path, executable ? 0o755 : 0o644);
  if (stat.isDirectory()) readdirSync(path).forEach((name) => openToAll(join(path, name)));
}
