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

/** Runs each job now and then again and again, never twice at once; a fault waits for the next time. */
export function startJobs<Timer>(
  jobs: readonly Job[],
  options: { timers: Timers<Timer>; onFault(job: Job, error: unknown): void },
): Schedule {
  const { timers, onFault } = options;
  const waiting = new Map<Job, Timer>();
  const running = new Map<Job, Promise<void>>();
  let draining = false;

  function plan(job: Job, ms: number): void {
    if (draining) return;
    waiting.set(
      job,
      timers.set(() => {
        waiting.delete(job);
        running.set(job, runOnce(job));
      }, ms),
    );
  }

  async function runOnce(job: Job): Promise<void> {
    let more = false;
    try {
      more = await job.run();
    } catch (error) {
      onFault(job, error);
    }
    running.delete(job);
    plan(job, more ? 0 : job.everyMs);
  }

  for (const job of jobs) plan(job, 0);
  return {
    async drain() {
      draining = true;
      for (const timer of waiting.values()) timers.clear(timer);
      waiting.clear();
      await Promise.all(running.values());
    },
  };
}

/** The timers of the process, which keep nobody alive. */
export const processTimers: Timers<NodeJS.Timeout> = {
  set: (act, ms) => setTimeout(act, ms).unref(),
  clear: clearTimeout,
};
