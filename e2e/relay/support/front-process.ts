import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestServer } from "@/e2e/support/server";
import { build } from "esbuild";

export interface FrontOptions {
  databaseUrl: string;
  env?: Record<string, string>;
}

/** A started front process. */
export interface FrontProcess extends Omit<TestServer, "apiKey" | "workspaceId"> {
  remove(): Promise<void>;
}

const PATIENCE_MS = 60_000;

/** Starts one on a database of the test's own and waits until it is ready. */
export async function startFront({ databaseUrl, env = {} }: FrontOptions): Promise<FrontProcess> {
  const script = await bundled();
  const dataDir = mkdtempSync(join(tmpdir(), "sess-relay-"));
  const settings = { NODE_ENV: "production" as const, SESS_SECRET: "a secret for tests only, long enough", ...env };
  const launch = (port: string) =>
    started(script, { ...inherited(), ...settings, DATABASE_URL: databaseUrl, SESS_DATA_DIR: dataDir, PORT: port });
  let running = await launch("0");
  let earlier = "";
  const { port } = running;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const { child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
    return child.exitCode;
  };
  return {
    origin: `http://localhost:${port}`,
    dataDir,
    get pid() {
      return running.child.pid ?? 0;
    },
    log: () => earlier + running.output(),
    stop: () => end("SIGTERM"),
    kill: async () => void (await end("SIGKILL")),
    restart: async () => {
      earlier += running.output();
      running = await launch(port);
    },
    remove: async () => {
      await end("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The operator's environment is not the tests'. */
function inherited(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter(
    (name) => !/^(?:SW_|SESS_|DATABASE_URL$|PUBLIC_ORIGIN$|TRUST_PROXY$)/.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, process.env[name]])) as NodeJS.ProcessEnv;
}

interface Started {
  child: ChildProcess;
  port: string;
  output(): string;
}

async function started(script: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const child = spawn(process.execPath, ["--enable-source-maps", script], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const port = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const ready = /^Ready: (\d+)$/m.exec(output)?.[1];
      if (ready !== undefined) resolve(ready);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`the front ended (${code ?? signal}):\n${output}`)));
    setTimeout(() => reject(new Error(`not ready in time:\n${output}`)), PATIENCE_MS).unref();
  });
  return { child, port, output: () => output };
}

let made: Promise<string> | undefined;

/** Bundled once for a run: a process that is killed again and again has to start quickly. */
function bundled(): Promise<string> {
  return (made ??= bundle());
}

async function bundle(): Promise<string> {
  const outfile = ".build/relay-front.mjs";
  await build({
    entryPoints: ["e2e/relay/support/front.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    jsx: "automatic",
    sourcemap: "inline",
    logLevel: "silent",
    plugins: [
      {
        name: "external-packages",
        setup: ({ onResolve }) =>
          void onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === "entry-point" || path.startsWith("@/") || path.startsWith("@sess.si/")
              ? undefined
              : { path, external: true },
          ),
      },
    ],
  });
  return outfile;
}
