import { expect, it } from "vitest";
import { ChildBackoff } from "@/lib/front/child-backoff";

it("waits ever longer for a child that dies young, up to ten seconds", () => {
  const backoff = new ChildBackoff();
  const pauses = Array.from({ length: 8 }, () => backoff.next(50));
  expect(pauses).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
});

it("begins anew after a long life", () => {
  const backoff = new ChildBackoff();
  backoff.next(0);
  backoff.next(0);
  expect(backoff.next(30_000)).toBe(200);
});
