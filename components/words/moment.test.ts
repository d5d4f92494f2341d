import { en } from "@/components/words/en";
import { tellMoment, tellSpan } from "@/components/words/moment";
import { describe, expect, it } from "vitest";

const NOW = Date.UTC(2026, 2, 1, 23, 30);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe("a moment", () => {
  it.each([
    [NOW + 10 * MINUTE, 0, "23:40 UTC today"],
    [NOW + 40 * MINUTE, 0, "00:10 UTC tomorrow"],
    [NOW - DAY, 0, "23:30 UTC yesterday"],
    [NOW + 3 * DAY, 0, "23:30 UTC on Wed 4 Mar"],
    [NOW - 2 * DAY, 0, "23:30 UTC on Fri 27 Feb"],
    [Date.UTC(2027, 0, 3), 0, "00:00 UTC on Sun 3 Jan"],
    [Date.UTC(2026, 11, 31, 23, 59), 0, "23:59 UTC on Thu 31 Dec"],
    [NOW + 10 * MINUTE, 60, "00:40 UTC+1 today"],
    [NOW + 10 * MINUTE, -5 * 60, "18:40 UTC-5 today"],
    [NOW + 10 * MINUTE, 5.5 * 60, "05:10 UTC+5:30 today"],
    [NOW + 10 * MINUTE, -3.5 * 60, "20:10 UTC-3:30 today"],
    [NOW + 10 * MINUTE, 65, "00:45 UTC+1:05 today"],
    [Date.UTC(12_000, 0, 1), 0, "00:00 UTC on Sat 1 Jan"],
  ])("%d, %d minutes east, is %s", (at, east, told) => {
    expect(tellMoment(at, NOW, en.time, () => east)).toBe(told);
  });

  it("is told by the calendar's days, also when one of them has 23 hours", () => {
    const change = Date.UTC(2026, 2, 29, 1);
    const vienna = (at: number) => (at < change ? 60 : 120);
    const evening = Date.UTC(2026, 2, 28, 22, 30);
    expect(tellMoment(evening + 20 * 60 * MINUTE, evening, en.time, vienna)).toBe("20:30 UTC+2 tomorrow");
  });
});

describe("a span", () => {
  it.each([
    [-1, "0 s"],
    [59_999, "59 s"],
    [60_000, "1 min"],
    [59 * MINUTE + 59_999, "59 min"],
    [60 * MINUTE, "1 h"],
    [119 * MINUTE + 59_999, "1 h 59 min"],
    [9 * 60 * MINUTE + MINUTE, "9 h 1 min"],
    [10 * 60 * MINUTE + MINUTE, "10 h"],
    [47.9 * 60 * MINUTE, "47 h"],
    [48 * 60 * MINUTE, "2 days"],
  ])("%d ms are %s", (ms, told) => {
    expect(tellSpan(ms, en.time).replaceAll("\u00a0", " ")).toBe(told);
  });

  it("breaks over two lines between its numbers only", () => {
    expect(tellSpan(61 * MINUTE, en.time)).toBe("1\u00a0h 1\u00a0min");
  });
});
