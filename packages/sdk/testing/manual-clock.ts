import type { Clock } from "../src/clock.js";

export interface ManualClock extends Clock {
  chance: number;
  /** Lets time pass: whoever slept that long wakes. */
  pass(ms: number): void;
  /** The lengths of the pauses that are under way. */
  readonly pauses: number[];
  /** Resolves when somebody is in a pause of this length. */
  paused(ms: number): Promise<void>;
}

/** A clock that stands still until it is told to go on. */
export function manualClock(): ManualClock {
  let now = 1_000_000;
  const sleepers = new Set<{ ms: number; until: number; wake: () => void }>();
  const watchers = new Set<() => void>();
  const clock: ManualClock = {
    chance: 0.5,
    now: () => now,
    random: () => clock.chance,
    get pauses() {
      return [...sleepers].map(({ ms }) => ms);
    },
    pass: (ms) => {
      now += ms;
      for (const { until, wake } of sleepers) if (until <= now) wake();
    },
    paused: async (ms) => {
      while (!clock.pauses.includes(ms)) await new Promise<void>((resolve) => watchers.add(resolve));
    },
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const wake = () => {
          sleepers.delete(sleeper);
          signal?.removeEventListener("abort", wake);
          resolve();
        };
        const sleeper = { ms, until: now + ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", wake);
        for (const watcher of watchers) watcher();
        watchers.clear();
      }),
  };
  return clock;
}
