import { expect, test } from "vitest";
import { parseDuration, showDuration, showMoment, typedDuration } from "./duration.js";

test.each([
  ["90", 90],
  ["90s", 90],
  ["30m", 1800],
  ["2h", 7200],
  ["1h30m", 5400],
  ["7d", 604_800],
])("%s is %i seconds", (text, seconds) => {
  expect(parseDuration("expires-in", text)).toBe(seconds);
});

test.each(["30s", "2m", "1h30m", "30d", "1d1s"])("%s can be told as it is typed", (text) => {
  expect(typedDuration(parseDuration("expires-in", text))).toBe(text);
});

test.each(["", "0", "0s", "h", "2 h", "-5", "1.5h", "2h!", "5w", "1e3", "9999999999"])("%j is no time", (text) => {
  expect(() => parseDuration("expires-in", text)).toThrow("--expires-in takes a time");
});

test.each([
  [0, "0 s"],
  [59_999, "59 s"],
  [60_000, "1 min"],
  [3_599_999, "59 min"],
  [3_600_000, "1 h"],
  [3_900_000, "1 h 5 min"],
  [90_000_000, "25 h"],
])("%i ms is shown as %s", (ms, text) => {
  expect(showDuration(ms)).toBe(text);
});

test("a moment today is a time, on another day it has the day", () => {
  const noon = new Date(2026, 2, 3, 12, 0).getTime();
  expect(showMoment(new Date(2026, 2, 3, 14, 30).getTime(), noon)).toBe("14:30");
  expect(showMoment(new Date(2026, 2, 4, 9, 5).getTime(), noon)).toBe("Wed 4 Mar 09:05");
});
