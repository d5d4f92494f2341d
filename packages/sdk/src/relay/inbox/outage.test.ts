import { expect, test } from "vitest";
import { manualClock } from "../../../testing/manual-clock.js";
import { SessError } from "../../error.js";
import { Outage } from "./outage.js";

test("pauses are any length up to a bound that doubles to half a minute", () => {
  const clock = manualClock();
  const outage = new Outage(clock);
  clock.chance = 0.999_999;
  const pauses = Array.from({ length: 9 }, () => Math.round(outage.failed()));
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  clock.chance = 0;
  expect(outage.failed()).toBe(0);
  outage.recovered();
  clock.chance = 0.5;
  expect(outage.failed()).toBe(250);
});

test("what the relay asks for is kept", () => {
  const outage = new Outage(manualClock());
  const error = new SessError({ kind: "api", code: "x", message: "", outcome: "rejected", retryAfterMs: 7000 });
  expect(outage.failed(error)).toBe(7000);
});

test("who listens is told once that it is lost and once that it is back", () => {
  const outage = new Outage(manualClock());
  const states: string[] = [];
  outage.listeners.add((state) => states.push(state));
  outage.reached();
  outage.failed();
  outage.failed();
  outage.reached();
  outage.reached();
  expect(states).toEqual(["lost", "back"]);
});
