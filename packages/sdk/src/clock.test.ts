import { expect, test } from "vitest";
import { systemClock } from "./clock.js";

test("a pause lasts, and ends with the signal", async () => {
  const started = systemClock.now();
  await systemClock.sleep(20);
  expect(systemClock.now() - started).toBeGreaterThanOrEqual(19);
  const caller = new AbortController();
  const asleep = systemClock.sleep(60_000, caller.signal);
  caller.abort();
  await asleep;
  await systemClock.sleep(60_000, caller.signal);
  expect(systemClock.random()).toBeLessThan(1);
});
