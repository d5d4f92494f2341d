import { findBinaries } from "@/db/embedded/binaries";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ThrowawayPostgres {
  url: string;
  /** Ends every backend at once, as `pg_ctl stop -m immediate` does; `start` recovers. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** With `queryLog`: the statements it has executed since the last call. */
  statements(): string[];
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}

export interface PostgresOptions {
  /** With `fsync`, as an operator runs it. */
  durable?: boolean;
  queryLog?: boolean;
}

/** A Postgres that lives as long as a test run. */
export async function startPostgres(options: PostgresOptions = {}): Promise<ThrowawayPostgres> {
  const bin = join(findBinaries().root, "bin");
  const directory = mkdtempSync(join(tmpdir(), "sess-test-pg-"));
  chmodSync(directory, 0o700);
  const data = join(directory, "data");
  const initdb = asOrdinaryUser(join(bin, "initdb"), [
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale=C",
    "--no-sync",
  ]);
  const made = spawnSync(initdb.command, initdb.args, { encoding: "utf8" });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? ""}\n${made.stdout}${made.stderr}`);
  const port = await freePort();
  const server = serverOf(join(bin, "postgres"), data, directory, port, options);
  await server.start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    kill: () => server.stop("SIGQUIT"),
    start: server.start,
    statements: server.statements,
    remove: async () => {
      await server.stop("SIGINT");
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function serverOf(binary: string, data: string, sockets: string, port: number, kind: PostgresOptions) {
  const settings = [
    "listen_addresses=127.0.0.1",
    "max_connections=300",
    "shared_buffers=64MB",
    "max_wal_size=256MB",
    ...(kind.durable ? [] : ["fsync=off", "full_page_writes=off"]),
    ...(kind.queryLog ? ["log_statement=all"] : []),
  ];
  const options = settings.flatMap((setting) => ["-c", setting]);
  let child: ReturnType<typeof spawn> | null = null;
  let logged = "";
  const endWithUs = () => {
    if (child && child.exitCode === null) process.kill(postmasterOf(data), "SIGQUIT");
  };
  process.once("exit", endWithUs);

  async function start(): Promise<void> {
    const { command, args } = asOrdinaryUser(binary, ["-D", data, "-p", String(port), "-k", sockets, ...options]);
    const started = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
    child = started;
    await new Promise<void>((resolve, reject) => {
      let output = "";
      started.stderr?.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes("database system is ready to accept connections")) resolve();
        output = output.slice(-10_000);
        if (kind.queryLog) logged += chunk.toString();
      });
      started.once("error", reject);
      started.once("exit", () => reject(new Error(`postgres ended before it was ready:\n${output}`)));
    });
    started.stderr?.resume();
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null) return;
    const ended = once(running, "exit");
    process.kill(postmasterOf(data), signal);
    await ended;
  }

  function statements(): string[] {
    const lines = logged.split("\n").filter((line) => /LOG: {2}(execute|statement)/.test(line));
    logged = "";
    return lines;
  }

  return { start, stop, statements };
}

/** `unshare` stays in front of the postmaster, so the signal goes to whom the pid file names. */
function postmasterOf(data: string): number {
  return Number.parseInt(readFileSync(join(data, "postmaster.pid"), "utf8"), 10);
}

/** Postgres refuses root; in a user namespace of its own it sees itself as somebody the system knows. */
function asOrdinaryUser(binary: string, args: string[]): { command: string; args: string[] } {
  if (process.getuid?.() !== 0) return { command: binary, args };
  const entry = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .find(([, , uid]) => uid !== undefined && Number(uid) > 0);
  const id = entry?.[2] ?? "65534";
  return { command: "unshare", args: ["--user", `--map-user=${id}`, `--map-group=${id}`, "--", binary, ...args] };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  const port = typeof address === "object" && address ? address.port : 0;
  probe.close();
  await once(probe, "close");
  return port;
}
