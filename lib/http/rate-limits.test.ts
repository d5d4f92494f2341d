import { createRateLimits } from "@/lib/http/rate-limits";
import { beforeEach, describe, expect, it } from "vitest";

let now = 0;
beforeEach(() => void (now = 0));

const refusals = (times: number, call: () => void) => {
  let refused = 0;
  for (let count = 0; count < times; count += 1) {
    try {
      call();
    } catch (error) {
      expect(error).toMatchObject({ code: "rate_limited", retryAfter: 1 });
      refused += 1;
    }
  }
  return refused;
};

describe("posts of an address", () => {
  it("that try one link after another are stopped, whatever the links", () => {
    const limits = createRateLimits(() => now);
    expect(refusals(300, () => limits.takePost("192.0.2.1"))).toBe(60);
    expect(refusals(1, () => limits.takePost("192.0.2.2"))).toBe(0);
    now += 1000;
    expect(refusals(3, () => limits.takePost("192.0.2.1"))).toBe(1);
  });

  it("that were to links there are cost nothing", () => {
    const limits = createRateLimits(() => now);
    const post = () => {
      limits.takePost("192.0.2.1");
      limits.returnPost("192.0.2.1");
    };
    expect(refusals(1000, post)).toBe(0);
  });
});

describe("looks of an address", () => {
  it("at links that lead nowhere are stopped, and grow back", () => {
    const limits = createRateLimits(() => now);
    expect(refusals(2500, () => limits.takeLook("192.0.2.1"))).toBe(100);
    expect(refusals(1, () => limits.takeLook("192.0.2.2"))).toBe(0);
    now += 1000;
    expect(refusals(11, () => limits.takeLook("192.0.2.1"))).toBe(1);
  });

  it("at links there are are stopped only where no crowd behind one proxy comes to", () => {
    const limits = createRateLimits(() => now);
    const look = () => {
      limits.takeLook("192.0.2.1");
      limits.returnLook("192.0.2.1");
    };
    expect(refusals(12_000, look)).toBe(0);
    expect(refusals(1, look)).toBe(1);
    now += 1000;
    expect(refusals(1001, look)).toBe(1);
  });
});

it("posts to one link are stopped by themselves", () => {
  const limits = createRateLimits(() => now);
  expect(refusals(31, () => limits.countLinkPost("192.0.2.1 link"))).toBe(1);
  expect(refusals(1, () => limits.countLinkPost("192.0.2.1 other"))).toBe(0);
});
