import { openLifetime } from "@/lib/ask/core/open";
import { isProtocolError } from "@sess.si/protocol";
import { expect, test } from "vitest";

const DAY = 86_400;
const MONTH_MS = 30 * DAY * 1000;

test.each([
  ["omitted: a day", undefined, MONTH_MS, DAY * 1000],
  ["omitted under a lower ceiling: the ceiling", undefined, 3_600_000, 3_600_000],
  ["the least", 30, MONTH_MS, 30_000],
  ["the most", 30 * DAY, MONTH_MS, MONTH_MS],
])("%s", (_, expiresIn, ceiling, expected) => {
  expect(openLifetime(expiresIn, ceiling)).toBe(expected);
});

test.each([
  ["too short", 29, MONTH_MS, 30],
  ["none", 0, MONTH_MS, 30],
  ["over the month", 30 * DAY + 1, MONTH_MS, 30 * DAY],
  ["over the plan's ceiling", 3601, 3_600_000, 3600],
])("%s is refused with its bound", (_, expiresIn, ceiling, limit) => {
  try {
    openLifetime(expiresIn, ceiling);
    expect.unreachable();
  } catch (error) {
    if (!isProtocolError(error)) throw error;
    expect(error).toMatchObject({ code: "invalid_arguments", field: "/expires_in", limit });
  }
});
