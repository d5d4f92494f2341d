import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { EmbeddedPostgresError, explain } from "@/db/embedded/error";
import { isAlive } from "@/db/embedded/postmaster-file";
import { runProgram } from "@/db/embedded/run-program";
import type { Place } from "@/db/embedded/place";

export const SUPERUSER = "sess";

/** Creates the cluster if there is none. It appears whole or not at all. */
export async function initCluster(place: Place, major: number): Promise<void> {
  await removeUnfinished(place.home);
  if (existsSync(join(place.cluster, "PG_VERSION"))) return checkMajor(place.cluster, major);
  refuseForeignFiles(place.cluster);
  const unfinished = `${place.cluster}.new-${process.pid}`;
  mkdirSync(unfinished, { mode: 0o700 });
  if (place.uid !== undefined) chownSync(unfinished, place.uid, place.gid ?? place.uid);
  const { status, output } = await runProgram(place, "initdb", [
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    "--auth-local=trust",
    "--auth-host=reject",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ]);
  if (status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw explain(`Cannot create the database in ${place.cluster}`, output);
  }
  moveIntoPlace(unfinished, place.cluster);
}

function checkMajor(cluster: string, major: number): void {
  const found = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  if (found === String(major)) return;
  throw new EmbeddedPostgresError(
    `${cluster} was written by Postgres ${found}, this Sess brings Postgres ${major}`,
    "Start the Sess version that wrote it, or move the directory away to begin anew.",
  );
}

function refuseForeignFiles(cluster: string): void {
  if (!existsSync(cluster) || readdirSync(cluster).length === 0) return;
  throw new EmbeddedPostgresError(
    `${cluster} holds files but no database`,
    "Move that directory away and start again; nothing in it was changed.",
  );
}

function moveIntoPlace(unfinished: string, cluster: string): void {
  try {
    renameSync(unfinished, cluster);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // A twin that started at the same moment was first.
    if (!existsSync(join(cluster, "PG_VERSION"))) throw error;
  }
  const folder = openSync(dirname(cluster), "r");
  fsyncSync(folder);
  closeSync(folder);
}

/** What a start that was cut off left behind. */
async function removeUnfinished(home: string): Promise<void> {
  for (const name of readdirSync(home)) {
    const pid = /^postgres\.new-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await removeWritten(join(home, name));
  }
}

const TRIES = 100;
const PAUSE_MS = 50;

/** Its initdb may outlive a start that was killed, and write on while its files are removed. */
async function removeWritten(path: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return rmSync(path, { recursive: true, force: true });
    } catch (error) {
      if (tries === TRIES || (error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
      await delay(PAUSE_MS);
    }
  }
}
