import { TokenBuckets } from "@/lib/http/token-bucket";
import fc from "fast-check";
import { expect, it } from "vitest";

const rate = { burst: 3, perMinute: 60 };

function clocked(maxBuckets?: number) {
  const clock = { now: 0 };
  return { clock, buckets: new TokenBuckets(() => clock.now, maxBuckets) };
}

it("gives the burst, then says when there is one more", () => {
  const { clock, buckets } = clocked();
  expect([1, 2, 3, 4].map(() => buckets.take("a", rate))).toEqual([0, 0, 0, 1]);
  clock.now = 999;
  expect(buckets.take("a", rate)).toBe(1);
  clock.now = 1_000;
  expect(buckets.take("a", rate)).toBe(0);
  expect(buckets.take("a", rate)).toBe(1);
});

it("counts names apart", () => {
  const { buckets } = clocked();
  for (let n = 0; n < 3; n++) buckets.take("a", rate);
  expect(buckets.take("a", rate)).toBe(1);
  expect(buckets.take("b", rate)).toBe(0);
});

it("takes one back, never above the burst", () => {
  const { buckets } = clocked();
  for (let n = 0; n < 3; n++) buckets.take("a", rate);
  buckets.giveBack("a", rate);
  expect([1, 2].map(() => buckets.take("a", rate))).toEqual([0, 1]);
  for (let n = 0; n < 9; n++) buckets.giveBack("a", rate);
  buckets.giveBack("nobody", rate);
  expect([1, 2, 3, 4].map(() => buckets.take("a", rate))).toEqual([0, 0, 0, 1]);
});

it("survives a clock that steps back", () => {
  const { clock, buckets } = clocked();
  clock.now = 10_000;
  for (let n = 0; n < 3; n++) buckets.take("a", rate);
  clock.now = 0;
  expect(buckets.take("a", rate)).toBe(1);
  clock.now = 11_000;
  expect(buckets.take("a", rate)).toBe(0);
});

it("keeps at most so many, and lets the longest at rest go", () => {
  const { buckets } = clocked(2);
  for (let n = 0; n < 4; n++) buckets.take("a", rate);
  buckets.take("b", rate);
  buckets.take("a", rate);
  buckets.take("c", rate);
  expect(buckets.size).toBe(2);
  expect(buckets.take("a", rate)).toBe(1);
});

it("never lets through more than the burst and what grew back", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(3_000), { maxLength: 200 }),
      fc.record({ burst: fc.integer({ min: 1, max: 20 }), perMinute: fc.integer({ min: 1, max: 600 }) }),
      (pauses, anyRate) => {
        const { clock, buckets } = clocked();
        let admitted = 0;
        for (const pause of pauses) {
          clock.now += pause;
          const wait = buckets.take("a", anyRate);
          if (wait === 0) admitted += 1;
          else expect(wait).toBeLessThanOrEqual(Math.ceil(60 / anyRate.perMinute));
        }
        expect(admitted).toBeLessThanOrEqual(anyRate.burst + (clock.now * anyRate.perMinute) / 60_000 + 1e-6);
      },
    ),
  );
});
