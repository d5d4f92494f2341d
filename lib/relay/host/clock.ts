/** Milliseconds since the epoch that only go forward, and timers on the same clock. */
export interface Clock {
  now(): number;
  /** Calls back once, not before that time. */
  at(time: number, act: () => void): Alarm;
}

export interface Alarm {
  cancel(): void;
}

/** Longer than this a timer of Node runs at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** The wall clock as it was at the start, carried on by the monotonic one: nobody who sets it moves a deadline. */
export function processClock(): Clock {
  const start = Date.now() - performance.now();
  const now = (): number => Math.floor(start + performance.now());
  return {
    now,
    at: (time, act) => {
      const timer = setTimeout(act, Math.min(Math.max(0, Math.ceil(time - now())), LONGEST_MS));
      timer.unref();
      return { cancel: () => clearTimeout(timer) };
    },
  };
}
