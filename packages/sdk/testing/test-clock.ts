import type { Clock } from "../src/clock.js";

export interface TestClock extends Clock {
  /** Every pause that was made, ms. */
  readonly pauses: number[];
  pass(ms: number): void;
}

/** Pauses take no time and move the clock instead; chance is always in the middle. */
export function testClock(): TestClock {
  let now = 1_000_000;
  const pauses: number[] = [];
  return {
    pauses,
    now: () => now,
    random: () => 0.5,
    pass: (ms) => void (now += ms),
    sleep: async (ms) => {
      pauses.push(ms);
      now += ms;
    },
  };
}
