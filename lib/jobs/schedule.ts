export interface Job {
  name: string;
  everyMs: number;
  /** Does some of what is due; true when there is more. Safe to run in several processes at once. */
  run(): Promise<boolean>;
}

export interface Timers<Timer> {
  set(act: () => void, ms: number): Timer;
  clear(timer: Timer): void;
}

export interface Schedule {
  /** No run begins any more; resolves when those in progress have ended. */
  drain(): Promise<void>;
}

interface Options<Timer> {
  timers: Timers<Timer>;
  onFault(job: Job, error: unknown): void;
}

/** Runs each job now and then again and again, never twice at once; a fault waits for the next time. */
export function startJobs<Timer>(jobs: readonly Job[], options: Options<Timer>): Schedule {
  const rounds = jobs.map((job) => new Round(job, options));
  for (const round of rounds) round.plan(0);
  return {
    async drain() {
      await Promise.all(rounds.map((round) => round.end()));
    },
  };
}

/** One job, again and again. */
class Round<Timer> {
  #waiting: { timer: Timer } | null = null;
  #running: Promise<void> = Promise.resolve();
  #isEnding = false;

  constructor(
    readonly job: Job,
    readonly options: Options<Timer>,
  ) {}

  plan(ms: number): void {
    if (this.#isEnding) return;
    const run = () => {
      this.#waiting = null;
      this.#running = this.#run();
    };
    this.#waiting = { timer: this.options.timers.set(run, ms) };
  }

  end(): Promise<void> {
    this.#isEnding = true;
    if (this.#waiting !== null) this.options.timers.clear(this.#waiting.timer);
    this.#waiting = null;
    return this.#running;
  }

  async #run(): Promise<void> {
    let more = false;
    try {
      more = await this.job.run();
    } catch (error) {
      this.options.onFault(this.job, error);
    }
    this.plan(more ? 0 : this.job.everyMs);
  }
}

/** The timers of the process, which keep nobody alive. */
export const processTimers: Timers<NodeJS.Timeout> = {
  set: (act, ms) => setTimeout(act, ms).unref(),
  clear: clearTimeout,
};
