import { closeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { explain } from "@/db/embedded/error";
import { openLogFile } from "@/db/embedded/log-file";
import { findPostmaster, isAlive, readPostmasterFile, removeStaleFiles } from "@/db/embedded/postmaster-file";
import { startProgram } from "@/db/embedded/run-program";
import type { Postmaster } from "@/db/embedded/postmaster-file";
import type { Place } from "@/db/embedded/place";

const POLL_MS = 20;

const SETTINGS = [
  "listen_addresses=",
  "unix_socket_permissions=0700",
  "max_connections=60",
  "io_method=sync",
  "jit=off",
  "log_checkpoints=off",
  "cluster_name=sess",
];

/** Takes over the Postgres that a killed server left behind, or starts one; resolves when it answers queries. */
export async function bringUp(place: Place, socketDir: string): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const running = await findPostmaster(place.cluster);
  if (running !== null) {
    hasten(running);
    const postmaster = await untilReady(place.cluster, () => !isAlive(running.pid));
    if (postmaster !== null) return { postmaster, adopted: true };
  }
  await removeStaleFiles(place.cluster, socketDir);
  return start(place, socketDir);
}

async function start(place: Place, socketDir: string): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const log = openLogFile(place.home);
  const ended = launch(place, socketDir, log.fd);
  closeSync(log.fd);
  const postmaster = await untilReady(place.cluster, () => ended.reason !== null);
  if (postmaster !== null) return { postmaster, adopted: false };
  const twin = await findPostmaster(place.cluster);
  if (twin !== null) return { postmaster: twin, adopted: true };
  throw explain("Postgres did not start", `${log.sinceOpened()}\n${ended.reason ?? ""}`);
}

/** `reason` is set once the program has ended or could not be started. */
function launch(place: Place, socketDir: string, log: number): { reason: string | null } {
  const ended: { reason: string | null } = { reason: null };
  const settings = [...SETTINGS, `unix_socket_directories=${socketDir}`].flatMap((setting) => ["-c", setting]);
  try {
    const child = startProgram(place, "postgres", ["-D", place.cluster, ...settings], ["ignore", log, log]);
    child.once("error", (error) => (ended.reason = String(error)));
    child.once("exit", (code, signal) => (ended.reason = `(ended with ${code ?? signal})`));
    child.unref();
  } catch (error) {
    ended.reason = String(error);
  }
  return ended;
}

/** Recovery after a crash takes the time it takes: this ends only when Postgres is ready or gone. */
async function untilReady(cluster: string, isGone: () => boolean): Promise<Postmaster | null> {
  while (!isGone()) {
    const written = readPostmasterFile(cluster);
    if (written?.ready && isAlive(written.pid)) return written;
    await delay(POLL_MS);
  }
  return null;
}

/** A polite stop (SIGTERM) waits for every client, so for us; it would neither end nor let anybody in. */
export function hasten({ pid, stopping }: Postmaster): void {
  if (stopping && isAlive(pid)) process.kill(pid, "SIGINT");
}

/** Asks Postgres to stop, ever more firmly, and waits until it is gone. */
export async function stopPostmaster({ pid }: Postmaster): Promise<void> {
  for (const [signal, patienceMs] of [
    ["SIGINT", 30_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + patienceMs;
    while (isAlive(pid) && Date.now() < deadline) await delay(POLL_MS);
  }
}
