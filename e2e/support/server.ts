import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ServerOptions {
  env?: Record<string, string>;
  /** A directory that outlives the server; else one of its own, deleted by `stop`. */
  dataDir?: string;
  /** Else the embedded Postgres. */
  databaseUrl?: string;
  /** `next`: Ask under `next start` alone, in one process. */
  mount?: "front" | "next";
  /** Another clone than this one. */
  clone?: string;
  /** Another account than the one that runs the tests. */
  account?: { uid: number; gid: number };
}

export interface TestServer {
  origin: string;
  apiKey: string;
  workspaceId: string;
  dataDir: string;
  readonly pid: number;
  /** Everything it printed so far. */
  log(): string;
  /** SIGTERM, as an operator would; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL: what a crash is like. */
  kill(): Promise<void>;
  /** After `stop` or `kill`: the same data on the same port. */
  restart(): Promise<void>;
}

const PATIENCE_MS = 120_000;

/** Starts the product as its users do and waits until it says that it is ready. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const own = options.dataDir === undefined ? mkdtempSync(join(tmpdir(), "sess-e2e-")) : null;
  const dataDir = options.dataDir ?? own ?? "";
  const port = await freePort();
  const env = environment(options, dataDir, port);
  if (options.mount === "next") await run(["scripts/build.mjs"], env);
  const access = options.databaseUrl === undefined ? null : await createOwner(env);
  let running = await launch(options, env, port);

  return {
    origin: `http://localhost:${port}`,
    ...(access ?? (await readAccess(dataDir, port))),
    dataDir,
    get pid() {
      return running.child.pid ?? 0;
    },
    log: () => running.output(),
    stop: async () => {
      const code = await end(running.child, "SIGTERM");
      if (own !== null) rmSync(own, { recursive: true, force: true });
      return code;
    },
    kill: async () => void (await end(running.child, "SIGKILL")),
    restart: async () => {
      running = await launch(options, env, port);
    },
  };
}

/** The arguments of node in `npm start`: without npm between us, its process is ours to signal. */
function startCommand(): string[] {
  const [, , ...args] = JSON.parse(readFileSync("package.json", "utf8")).scripts.start.split(" ");
  return args;
}

interface Launched {
  child: ChildProcess;
  output(): string;
}

function environment(options: ServerOptions, dataDir: string, port: number): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, PUBLIC_ORIGIN: __, SESS_SECRET: ___, ...rest } = process.env;
  return {
    ...rest,
    NODE_ENV: "production",
    PORT: String(port),
    SESS_DATA_DIR: dataDir,
    NEXT_TELEMETRY_DISABLED: "1",
    ...(options.mount === "next" ? { SESS_SECRET: "a secret for tests only, long enough" } : {}),
    ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
    ...options.env,
  };
}

async function launch(options: ServerOptions, env: NodeJS.ProcessEnv, port: number): Promise<Launched> {
  const args =
    options.mount === "next"
      ? [
          "node_modules/next/dist/bin/next",
          "start",
          "--port",
          String(port),
          "--hostname",
          "127.0.0.1",
          "--keepAliveTimeout",
          "65000",
        ]
      : [...startCommand(), "--keep-pages"];
  const child = spawn(process.execPath, args, {
    env,
    cwd: options.clone ?? process.cwd(),
    stdio: ["ignore", "pipe", "pipe"],
    ...options.account,
  });
  let output = "";
  const ready = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (/^Ready: |✓ Ready in/m.test(output)) resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`the server ended (${code ?? signal}):\n${output}`)));
    setTimeout(() => reject(new Error(`not ready after ${PATIENCE_MS / 1000} s:\n${output}`)), PATIENCE_MS).unref();
  });
  await ready.catch((error: unknown) => {
    child.kill("SIGKILL");
    throw error;
  });
  return { child, output: () => output };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }
  return child.exitCode;
}

/** As an operator with a Postgres of their own does: the key is printed once. */
async function createOwner(env: NodeJS.ProcessEnv): Promise<{ apiKey: string; workspaceId: string }> {
  const output = await run(["scripts/admin.mjs", "create-owner", "--email", "owner@example.com", "--json"], env);
  const made = JSON.parse(output) as { api_key: string; workspace_id: string };
  return { apiKey: made.api_key, workspaceId: made.workspace_id };
}

/** What a script of ours prints, run to its end. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let faults = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (faults += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}:\n${output}${faults}`);
  return output;
}

async function readAccess(dataDir: string, port: number): Promise<{ apiKey: string; workspaceId: string }> {
  const file = JSON.parse(readFileSync(join(dataDir, "credentials.json"), "utf8")) as { api_key: string };
  const reply = await fetch(`http://localhost:${port}/v1/interactions?limit=1`, {
    headers: { authorization: `Bearer ${file.api_key}` },
  });
  await reply.body?.cancel();
  return { apiKey: file.api_key, workspaceId: reply.headers.get("sess-workspace-id") ?? "" };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
