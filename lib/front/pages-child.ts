import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ChildBackoff } from "@/lib/front/child-backoff";
import { PagesError } from "@/lib/front/pages-error";
import { watchLife } from "@/lib/front/pages-life";
import type { Log } from "@/lib/log";
import type { Readable } from "node:stream";

/** The Next process behind the front: started again whenever it dies or hangs, until `stop`. */
export interface PagesChild {
  socketPath: string;
  isUp(): boolean;
  /** null until it has answered for the first time. */
  state(): "up" | "down" | null;
  /** Settles when it has answered for the first time; fails when it has died again and again instead. */
  firstUp: Promise<void>;
  pid(): number | undefined;
  stop(): Promise<void>;
  stopNow(): void;
}

/** What to start, and who is told about it. */
export interface PagesChildOptions {
  script: string;
  env: NodeJS.ProcessEnv;
  log: Log;
  /** How often it is asked whether it lives. */
  askMs?: number;
}

const GRACE_MS = 5_000;
const ASK_MS = 5_000;
const FIRST_LIVES = 5;
const LAST_WORDS = 20;

/** Starts the pages process and watches over it. */
export function startPagesChild(options: PagesChildOptions): PagesChild {
  return new Supervised(options, mkdtempSync(join(tmpdir(), "sess-pages-")));
}

class Supervised implements PagesChild {
  readonly socketPath: string;
  readonly firstUp: Promise<void>;
  private announce: () => void = () => undefined;
  private giveUp: (reason: Error) => void = () => undefined;
  private child: ChildProcess | null = null;
  private up = false;
  private everUp = false;
  private stopping = false;
  private deaths = 0;
  private timer: NodeJS.Timeout | undefined;
  private lastWords: string[] = [];
  private readonly backoff = new ChildBackoff();

  constructor(
    private readonly options: PagesChildOptions,
    private readonly folder: string,
  ) {
    this.socketPath = join(folder, "next.sock");
    this.firstUp = new Promise((resolve, reject) => {
      this.announce = resolve;
      this.giveUp = reject;
    });
    this.firstUp.catch(() => undefined);
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
    const { script, env } = this.options;
    const child = fork(script, {
      env: { ...env, SESS_PAGES_SOCKET: this.socketPath },
      execArgv: ["--enable-source-maps"],
      detached: true,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.child = child;
    this.copyLines(child.stdout, env.NODE_ENV === "development" ? "info" : "debug");
    this.copyLines(child.stderr, "warn");
    child.once("message", () => this.cameUp(child));
    child.once("error", (error) => this.options.log.error({ err: error }, "cannot start the page renderer"));
    child.once("close", (code, signal) => this.ended(performance.now() - born, code ?? signal));
  }

  private cameUp(child: ChildProcess): void {
    this.up = true;
    this.everUp = true;
    this.announce();
    watchLife(child, this.options.askMs ?? ASK_MS, () => {
      this.options.log.error("the page renderer does not react any more; ending it");
      child.kill("SIGKILL");
    });
  }

  private ended(livedMs: number, why: number | string | null): void {
    this.child = null;
    this.up = false;
    if (this.stopping) return;
    this.deaths += 1;
    if (!this.everUp && this.deaths >= FIRST_LIVES) {
      return this.giveUp(new PagesError(this.deaths, why, this.lastWords));
    }
    const pauseMs = this.backoff.next(livedMs);
    this.options.log.error({ why, pauseMs }, "the page renderer ended; starting it again");
    this.timer = setTimeout(() => this.launch(), pauseMs);
  }

  private copyLines(stream: Readable | null, level: "debug" | "info" | "warn"): void {
    if (stream === null) return;
    createInterface({ input: stream }).on("line", (line) => {
      if (line.trim() === "") return;
      if (!this.everUp && level === "warn") this.lastWords = [...this.lastWords, line].slice(-LAST_WORDS);
      this.options.log[level]({ from: "pages" }, line);
    });
  }
}
