import { systemClock, type Clock } from "../src/clock.js";

/** The real time, with pauses that take a fiftieth of theirs: for tests over real sockets. */
export const hastyClock: Clock = {
  now: () => systemClock.now(),
  random: () => Math.random(),
  sleep: (ms, signal) => systemClock.sleep(ms / 50, signal),
};
