import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An nginx of the test's own. */
export interface Nginx {
  /** How often a file came or went where it spools bodies of requests, and replies. */
  spooled(): { bodies: number; replies: number };
  /** What its logs hold now. */
  logs(): string;
  stop(): Promise<void>;
}

/** Starts the distribution's nginx with these `http` lines; they name `port` and find their logs in the folder given. */
export async function startNginx(port: number, linesFor: (folder: string) => string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "sess-nginx-"));
  const spool = (name: string) => join(folder, `${name}_temp`);
  for (const name of ["client_body", "proxy"]) mkdirSync(spool(name));
  writeFileSync(join(folder, "nginx.conf"), whole(folder, linesFor(folder)));
  const counts = { client_body: 0, proxy: 0 };
  const watchers = (["client_body", "proxy"] as const).map((name) =>
    // It deletes a file as soon as it has it open: only whoever watches sees one.
    watch(spool(name), () => void (counts[name] += 1)),
  );
  const program = process.env["SESS_NGINX"] ?? "nginx";
  const child = spawn(program, ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, "close");
  await Promise.race([
    listening(port),
    ended.then(([code]) => Promise.reject(new Error(`nginx ended with ${code}:\n${said}`))),
  ]);
  return {
    spooled: () => ({ bodies: counts.client_body, replies: counts.proxy }),
    logs: () => ["access", "error"].map((name) => read(join(folder, `sess.${name}.log`))).join(""),
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      watchers.forEach((watcher) => watcher.close());
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function whole(folder: string, lines: string): string {
  const elsewhere = ["fastcgi", "uwsgi", "scgi"].map((name) => `  ${name}_temp_path ${folder}/${name}_temp;`);
  return [
    "daemon off;",
    "worker_processes 1;",
    // Its workers have to reach a folder that is ours alone.
    ...(process.getuid?.() === 0 ? ["user root;"] : []),
    `pid ${folder}/nginx.pid;`,
    `error_log ${folder}/main.log;`,
    "events {}",
    "http {",
    `  client_body_temp_path ${folder}/client_body_temp;`,
    `  proxy_temp_path ${folder}/proxy_temp;`,
    ...elsewhere,
    lines,
    "}",
  ].join("\n");
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
  }
}

/** A port that nobody has. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
