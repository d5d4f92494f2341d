import { en } from "@/components/words/en";
import { tellMoment, tellSpan } from "@/components/words/moment";
import { describe, expect, it } from "vitest";

const NOW = Date.UTC(2026, 2, 1, 23, 30);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe("a moment", () => {
  it.each([
    [NOW + 10 * MINUTE, "UTC", "23:40 UTC today"],
    [NOW + 40 * MINUTE, "UTC", "00:10 UTC tomorrow"],
    [NOW - DAY, "UTC", "23:30 UTC yesterday"],
    [NOW + 3 * DAY, "UTC", "23:30 UTC on Wed 4 Mar"],
    [NOW + 10 * MINUTE, "Europe/Vienna", "00:40 CET today"],
    [NOW + 10 * MINUTE, "America/New_York", "18:40 GMT-5 today"],
  ])("%d in %s is %s", (at, zone, told) => {
    // Whether a comma follows the weekday depends on the ICU that Node was built with.
    expect(tellMoment(at, NOW, en.time, zone).replace(",", "")).toBe(told);
  });

  it("is told by the calendar's days, also when one of them has 23 hours", () => {
    const evening = Date.UTC(2026, 2, 28, 22, 30);
    expect(tellMoment(evening + 20 * 60 * MINUTE, evening, en.time, "Europe/Vienna")).toBe("20:30 CEST tomorrow");
  });
});

describe("a span", () => {
  it.each([
    [-1, "0 s"],
    [59_999, "59 s"],
    [60_000, "1 min"],
    [59 * MINUTE + 59_999, "59 min"],
    [60 * MINUTE, "1 h"],
    [47.9 * 60 * MINUTE, "47 h"],
    [48 * 60 * MINUTE, "2 days"],
  ])("%d ms are %s", (ms, told) => {
    expect(tellSpan(ms, en.time)).toBe(told);
  });
});
