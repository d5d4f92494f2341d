import { lstat, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Io } from "./io.js";

/** What a server on this machine writes beside its data. */
export const LOCAL_FILE = ".data/credentials.json";

/** The nearest of its kind: here, or above up to the top of the repository, the home directory or the file system. */
export async function findLocalFile({ cwd, env }: Pick<Io, "cwd" | "env">): Promise<string | null> {
  const here = resolve(cwd);
  const home = env["HOME"] || env["USERPROFILE"];
  for (let folder = here; ; folder = dirname(folder)) {
    const path = join(folder, LOCAL_FILE);
    if (folder === here ? await isThere(path) : await isMine(path)) return path;
    const isTop = folder === dirname(folder) || (home && folder === resolve(home)) || (await isThere(`${folder}/.git`));
    if (isTop) return null;
  }
}

/** Also where it cannot be looked at: reading it will say so. */
async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => !(error instanceof Error && "code" in error && error.code === "ENOENT"),
  );
}

/** In a folder that many share, anybody could have put one, or a link to a file of yours. */
export async function isMine(path: string): Promise<boolean> {
  return lstat(path).then(
    ({ uid }) => process.getuid === undefined || uid === process.getuid(),
    () => false,
  );
}
