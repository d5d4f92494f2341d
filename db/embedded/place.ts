import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { copyBinaries } from "@/db/embedded/copy-binaries";
import { EmbeddedPostgresError } from "@/db/embedded/error";
import { isPostgresOf, readPostmasterFile } from "@/db/embedded/postmaster-file";
import type { Binaries } from "@/db/embedded/binaries";

/** Where the cluster lives and as whom its programs run. */
export interface Place {
  /** Directory that holds the cluster, its log and its socket. */
  home: string;
  cluster: string;
  bin: string;
  /** Program and arguments that go before the Postgres program, if any. */
  wrapper: string[];
  uid?: number;
  gid?: number;
  /** What the operator should know about it. */
  note: string | null;
}

const SYSTEM_HOME = "/var/lib/sess";
const POINTER = "postgres.location";

/** Postgres refuses to run as root; an ordinary user needs nothing of this. */
export function choosePlace(dataDir: string, binaries: Binaries): Place {
  const plain = placeIn(dataDir, join(binaries.root, "bin"));
  if (process.getuid?.() !== 0) return ownPlace(plain, dataDir);
  const home = movedTo(dataDir) ?? dataDir;
  const owner = ownerOf(join(home, "postgres"));
  if (owner === null) return namespaced(plain, dataDir) ?? elsewhere(dataDir, binaries);
  if (owner.uid !== 0) return ownedByAnother(home, owner, binaries);
  return namespaced(plain, dataDir) ?? refuseRootsData(plain.cluster);
}

/** An ordinary user cannot go on with what a start as root keeps elsewhere, and must not begin anew unawares. */
function ownPlace(plain: Place, dataDir: string): Place {
  const home = movedTo(dataDir);
  if (home === null || ownerOf(plain.cluster) !== null || !existsSync(join(home, "postgres"))) return plain;
  throw new EmbeddedPostgresError(
    `The data of ${dataDir} lies in ${home}, where a start as root put it`,
    `Start as root again. To begin anew as this user: rm ${join(dataDir, POINTER)}, or set SESS_DATA_DIR to a directory of its own.`,
  );
}

/** Where the cluster of a data directory is, if there is one. */
export function findCluster(dataDir: string): string | null {
  const cluster = join(movedTo(dataDir) ?? dataDir, "postgres");
  return ownerOf(cluster) === null ? null : cluster;
}

function placeIn(home: string, bin: string): Place {
  return { home, cluster: join(home, "postgres"), bin, wrapper: [], note: null };
}

function movedTo(dataDir: string): string | null {
  const pointer = join(dataDir, POINTER);
  return existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : null;
}

function ownerOf(cluster: string): { uid: number; gid: number } | null {
  if (!existsSync(join(cluster, "PG_VERSION"))) return null;
  const { uid, gid } = statSync(cluster);
  return { uid, gid };
}

/** Inside a user namespace the same root account bears another number, and its files stay its own. */
function namespaced(plain: Place, dataDir: string): Place | null {
  const account = ordinaryAccount();
  if (process.platform !== "linux" || account === null) return null;
  const wrapper = ["unshare", "--user", `--map-user=${account.uid}`, `--map-group=${account.gid}`, "--"];
  const probe = [...wrapper, "sh", "-c", 'test -w "$0" && "$1" --version', dataDir, join(plain.bin, "postgres")];
  const { status } = spawnSync(probe[0] ?? "", probe.slice(1), { cwd: "/", stdio: "ignore" });
  return status === 0 ? { ...plain, wrapper } : null;
}

function elsewhere(dataDir: string, binaries: Binaries): Place {
  const account = ordinaryAccount();
  if (account === null) {
    throw new EmbeddedPostgresError(
      "Postgres does not run as root, and this system has no other account",
      "Start as an ordinary user, or set DATABASE_URL to a Postgres of your own (15 or later).",
    );
  }
  const hash = createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 16);
  const home = join(SYSTEM_HOME, hash);
  const before = setAside(join(home, "postgres"));
  mkdirSync(home, { recursive: true, mode: 0o755 });
  chownSync(home, account.uid, account.gid);
  writeFileSync(join(dataDir, POINTER), `${home}\n`, { mode: 0o600 });
  return {
    ...placeIn(home, copyBinaries(binaries, SYSTEM_HOME)),
    ...account,
    note: `Postgres does not run as root and cannot use ${dataDir} from another account: its data is in ${home}, its programs run as user ${account.uid}.${before}`,
  };
}

/** What is there belongs to a data directory that was deleted: kept under another name, since nobody said to delete it. */
function setAside(cluster: string): string {
  if (ownerOf(cluster) === null) return "";
  const running = readPostmasterFile(cluster);
  if (running !== null && isPostgresOf(running.pid, cluster)) {
    throw new EmbeddedPostgresError(
      `Postgres still runs in ${cluster}, for a data directory that was deleted`,
      `Stop it (kill -INT ${running.pid}) and start again.`,
    );
  }
  const kept = `${cluster}-until-${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}`;
  renameSync(cluster, kept);
  return ` The data that an earlier start kept there is now in ${kept}.`;
}

function ownedByAnother(home: string, owner: { uid: number; gid: number }, binaries: Binaries): Place {
  const own = join(binaries.root, "bin");
  const { status } = spawnSync(join(own, "postgres"), ["--version"], { ...owner, cwd: "/", stdio: "ignore" });
  return {
    ...placeIn(home, status === 0 ? own : copyBinaries(binaries, SYSTEM_HOME)),
    ...owner,
    note: `The data in ${join(home, "postgres")} belongs to user ${owner.uid}: Postgres runs as that user.`,
  };
}

function refuseRootsData(cluster: string): never {
  throw new EmbeddedPostgresError(
    `${cluster} belongs to root, but Postgres does not run as root and this system refuses user namespaces`,
    `Give the directory to an ordinary user (chown -R <user> ${cluster}) and start again.`,
  );
}

/** `nobody`, else any account but root: initdb looks its user up in the password file. */
function ordinaryAccount(): { uid: number; gid: number } | null {
  const lines = existsSync("/etc/passwd") ? readFileSync("/etc/passwd", "utf8").split("\n") : [];
  const accounts = lines.map((line) => line.split(":")).filter((parts) => Number(parts[2]) > 0);
  const chosen = accounts.find(([name]) => name === "nobody") ?? accounts[0];
  return chosen ? { uid: Number(chosen[2]), gid: Number(chosen[3]) } : null;
}
