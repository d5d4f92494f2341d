import { accessSync, constants, mkdirSync, realpathSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { findBinaries } from "@/db/embedded/binaries";
import { AlreadyRunningError, explain } from "@/db/embedded/error";
import { initCluster, SUPERUSER } from "@/db/embedded/init-cluster";
import { takeLock, whoHolds } from "@/db/embedded/lock";
import { choosePlace, findCluster } from "@/db/embedded/place";
import { bringUp, hasten, stopPostmaster } from "@/db/embedded/postmaster";
import { findPostmaster, isAlive, readPostmasterFile } from "@/db/embedded/postmaster-file";
import { makeSocketDir, removeSocketDir } from "@/db/embedded/socket-dir";
import type { Hold } from "@/db/embedded/lock";
import type { Place } from "@/db/embedded/place";
import type { Postmaster } from "@/db/embedded/postmaster-file";
import type { Log } from "@/lib/log";

export interface EmbeddedPostgres {
  url: string;
  /** What the operator should know about where it lives, if anything. */
  note: string | null;
  isUp(): boolean;
  /** Settles if another server took the cluster over: then this one must end. */
  takenOver: Promise<Error>;
  stop(): Promise<void>;
  /** For a process that must end this instant: Postgres stops without a last checkpoint and recovers at the next start. */
  stopNow(): void;
}

interface Up {
  postmaster: Postmaster;
  hold: Hold;
  adopted: boolean;
}

const LOOK_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;

/** Brings up the one Postgres of this data directory and keeps it up until `stop`. */
export async function startEmbedded(options: {
  dataDir: string;
  /** Said to whoever starts a second server here. */
  address: string;
  log: Log;
}): Promise<EmbeddedPostgres> {
  const { log, address } = options;
  makeDataDir(options.dataDir);
  const binaries = findBinaries();
  const place = choosePlace(realpathSync(options.dataDir), binaries);
  await initCluster(place, binaries.major);
  const socketDir = (await findPostmaster(place.cluster))?.socketDir || makeSocketDir(place);
  const first = await attach(place, socketDir, address);
  if (first.adopted) log.warn("an earlier server ended without stopping Postgres: took it over");
  return new Keeper(place, address, log, first);
}

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw explain(`Cannot use the data directory ${dataDir}`, String(error));
  }
}

/** Who serves this data directory now; starts nothing. */
export async function findServer(dataDir: string): Promise<{ pid: number; address: string } | null> {
  const url = await findRunning(dataDir);
  return url === null ? null : whoHolds(url);
}

/** Address of the Postgres that runs on this data directory, if one does. */
export async function findRunning(dataDir: string): Promise<string | null> {
  const cluster = findCluster(dataDir);
  const running = cluster === null ? null : await findPostmaster(cluster);
  return running?.ready ? urlOf(running.socketDir) : null;
}

/** The form that libpq knows too: the host parameter is the socket's directory. */
function urlOf(socketDir: string): string {
  return `postgres://${SUPERUSER}@localhost/postgres?host=${encodeURIComponent(socketDir)}`;
}

async function attach(place: Place, socketDir: string, address: string): Promise<Up> {
  const { postmaster, adopted } = await bringUp(place, socketDir);
  return { adopted, postmaster, hold: await takeLock(urlOf(postmaster.socketDir), address) };
}

/** Holds the lock; when it is lost, with Postgres or without it, both are brought back. */
class Keeper implements EmbeddedPostgres {
  readonly url: string;
  readonly note: string | null;
  readonly takenOver: Promise<Error>;
  private up: Up | null;
  private last: Postmaster;
  private restarting: Promise<unknown> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(
    private readonly place: Place,
    private readonly address: string,
    private readonly log: Log,
    first: Up,
  ) {
    this.up = first;
    this.last = first.postmaster;
    this.url = urlOf(first.postmaster.socketDir);
    this.note = place.note;
    this.takenOver = new Promise((resolve) => this.watch(first, resolve));
    const looking = setInterval(() => this.hastenStop(), LOOK_MS).unref();
    this.stopping.signal.addEventListener("abort", () => clearInterval(looking));
  }

  isUp(): boolean {
    return this.up !== null;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.restarting;
    if (this.up === null) return;
    await stopPostmaster(this.up.postmaster);
    await this.up.hold.release();
    removeSocketDir(this.last.socketDir);
  }

  stopNow(): void {
    this.stopping.abort();
    if (isAlive(this.last.pid)) process.kill(this.last.pid, "SIGQUIT");
  }

  /** Somebody else told Postgres to stop: then it shall, and come back. */
  private hastenStop(): void {
    const written = readPostmasterFile(this.place.cluster);
    if (written !== null) hasten(written);
  }

  private watch(up: Up, giveUp: (reason: Error) => void): void {
    void up.hold.lost.then(() => {
      if (this.stopping.signal.aborted) return;
      this.up = null;
      this.log.warn("the connection to Postgres was lost: looking for it");
      this.restarting = this.restart().then(
        (again) => again && this.watch(again, giveUp),
        (error: Error) => giveUp(error),
      );
    });
  }

  private async restart(): Promise<Up | null> {
    const { signal } = this.stopping;
    for (let pauseMs = 100; !signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        this.up = await attach(this.place, this.last.socketDir, this.address);
        if (this.up.postmaster.pid === this.last.pid) this.log.info("the connection is back: Postgres was not gone");
        else this.log.error("Postgres was gone: it was started again");
        this.last = this.up.postmaster;
        return this.up;
      } catch (error) {
        if (error instanceof AlreadyRunningError) throw error;
        this.log.error({ err: error }, "Postgres did not come back; trying again");
        await delay(pauseMs, null, { signal }).catch(() => null);
      }
    }
    return null;
  }
}
