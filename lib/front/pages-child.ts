import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ChildBackoff } from "@/lib/front/child-backoff";
import type { Log } from "@/lib/log";
import type { Readable } from "node:stream";

/** The Next process behind the front: started again whenever it dies, until `stop`. */
export interface PagesChild {
  socketPath: string;
  isUp(): boolean;
  /** null until it has answered for the first time. */
  state(): "up" | "down" | null;
  /** Settles when it has answered for the first time. */
  firstUp: Promise<void>;
  pid(): number | undefined;
  stop(): Promise<void>;
  stopNow(): void;
}

const GRACE_MS = 5_000;

export function startPagesChild(options: { script: string; env: NodeJS.ProcessEnv; log: Log }): PagesChild {
  const folder = mkdtempSync(join(tmpdir(), "sess-pages-"));
  const socketPath = join(folder, "next.sock");
  const env = { ...options.env, SESS_PAGES_SOCKET: socketPath };
  return new Supervised(options.script, env, options.log, folder, socketPath);
}

class Supervised implements PagesChild {
  readonly firstUp: Promise<void>;
  private announce: () => void = () => undefined;
  private child: ChildProcess | null = null;
  private up = false;
  private everUp = false;
  private stopping = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly backoff = new ChildBackoff();

  constructor(
    private readonly script: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly log: Log,
    private readonly folder: string,
    readonly socketPath: string,
  ) {
    this.firstUp = new Promise((resolve) => (this.announce = resolve));
    this.launch();
  }

  isUp(): boolean {
    return this.up;
  }

  state(): "up" | "down" | null {
    if (this.up) return "up";
    return this.everUp ? "down" : null;
  }

  pid(): number | undefined {
    return this.child?.pid;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    const child = this.child;
    if (child !== null) {
      const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
      await gone;
      clearTimeout(timer);
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  stopNow(): void {
    this.stopping = true;
    this.child?.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** In a process group of its own, because Ctrl-C is for the front; it ends by itself when the front is gone. */
  private launch(): void {
    const born = performance.now();
    const child = fork(this.script, {
      env: this.env,
      execArgv: ["--enable-source-maps"],
      detached: true,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.child = child;
    this.copyLines(child.stdout, this.env.NODE_ENV === "development" ? "info" : "debug");
    this.copyLines(child.stderr, "warn");
    child.once("message", () => this.cameUp());
    child.once("error", (error) => this.log.error({ err: error }, "cannot start the page renderer"));
    child.once("close", (code, signal) => this.ended(performance.now() - born, code ?? signal));
  }

  private cameUp(): void {
    this.up = true;
    this.everUp = true;
    this.announce();
  }

  private ended(livedMs: number, why: number | string | null): void {
    this.child = null;
    this.up = false;
    if (this.stopping) return;
    const pauseMs = this.backoff.next(livedMs);
    this.log.error({ why, pauseMs }, "the page renderer ended; starting it again");
    this.timer = setTimeout(() => this.launch(), pauseMs);
  }

  private copyLines(stream: Readable | null, level: "debug" | "info" | "warn"): void {
    if (stream === null) return;
    createInterface({ input: stream }).on("line", (line) => line.trim() && this.log[level]({ from: "pages" }, line));
  }
}
