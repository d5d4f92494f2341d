import { readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** What a running Postgres says of itself in its data directory. */
export interface Postmaster {
  pid: number;
  socketDir: string;
  ready: boolean;
  /** It lets nobody in any more, but waits for those who are in. */
  stopping: boolean;
}

export const SOCKET_NAME = ".s.PGSQL.5432";

/** The Postgres that serves this cluster now, or null; a file left by a dead one counts for nothing. */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const written = readPostmasterFile(cluster);
  if (written === null) return null;
  if (isPostgresOf(written.pid, cluster)) return written;
  // A process number of another container says nothing here, its socket does.
  return written.socketDir !== "" && (await accepts(join(written.socketDir, SOCKET_NAME))) ? written : null;
}

export function readPostmasterFile(cluster: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const status = lines[7]?.trim();
  return { pid, socketDir: lines[4]?.trim() ?? "", ready: status === "ready", stopping: status === "stopping" };
}

/** After a crash another program may bear the number in these files; Postgres would then refuse to start. */
export async function removeStaleFiles(cluster: string, socketDir: string): Promise<void> {
  if ((await findPostmaster(cluster)) !== null) return;
  rmSync(join(cluster, "postmaster.pid"), { force: true });
  rmSync(join(socketDir, SOCKET_NAME), { force: true });
  rmSync(join(socketDir, `${SOCKET_NAME}.lock`), { force: true });
}

/** A dead process that nobody reaped (as in many containers) still has its number: it counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return process.platform !== "linux" || !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}

function isPostgresOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === "linux") return workingDirectory(pid) === realpathSync(cluster);
  const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.includes("postgres") && stdout.includes(cluster);
}

function workingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function accepts(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.setTimeout(2_000, () => socket.destroy());
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
