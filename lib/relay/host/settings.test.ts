import { describe, expect, it } from "vitest";
import { processClock } from "@/lib/relay/host/clock";
import { createRates } from "@/lib/relay/host/rates";
import { readRelayEnv } from "@/lib/relay/host/settings";
import { TokenBuckets } from "@/lib/http/token-bucket";
import { RELAY_LIMIT_NAMES, RELAY_LIMITS, relayLimitVariable } from "@sess.si/protocol";

describe("what the operator sets", () => {
  it("is the stock relay where nothing is said", () => {
    const { limits, ...rest } = readRelayEnv({});
    expect(limits).toEqual({ ...RELAY_LIMITS, max_buffer_bytes: limits.max_buffer_bytes });
    expect(limits.max_buffer_bytes).toBeGreaterThan(0);
    const stock = { sessionCreation: "open", adminDigest: null, anonymousPersistence: false, pausedMaySend: false };
    expect(rest).toEqual(stock);
  });

  it.each(RELAY_LIMIT_NAMES)("%s has its variable", (name) => {
    expect(readRelayEnv({ [relayLimitVariable(name)]: "7" }).limits[name]).toBe(7);
  });

  it("is refused where it cannot be meant, by the name of its variable", () => {
    const wrong = {
      SW_SESSION_CREATION: "closed",
      SW_ANONYMOUS_PERSISTENCE: "yes",
      SW_ADMIN_TOKEN: "short",
      SW_MAX_WAITS: "-1",
    };
    for (const [name, value] of Object.entries(wrong)) expect(() => readRelayEnv({ [name]: value })).toThrow(name);
  });

  it("keeps the admin's token as a digest", () => {
    expect(JSON.stringify(readRelayEnv({ SW_ADMIN_TOKEN: "an operator's own secret" }))).not.toContain("operator");
  });
});

it("each kind of call has its own count a minute, per caller", () => {
  let now = 0;
  const rates = createRates({ ...RELAY_LIMITS, notes_per_minute: 2 }, new TokenBuckets(() => now));
  for (let n = 0; n < 2; n += 1) rates.count("note", "a");
  expect(() => rates.count("note", "a")).toThrow(expect.objectContaining({ code: "rate_limited", retryAfter: 30 }));
  rates.count("note", "b");
  rates.count("join", "a");
  now = 30_000;
  rates.count("note", "a");
});

describe("the relay's clock", () => {
  it("does not notice that somebody sets the time (I45)", ({ onTestFinished }) => {
    const clock = processClock();
    const before = clock.now();
    const wall = Date.now;
    onTestFinished(() => void (Date.now = wall));
    Date.now = () => wall() + 3_600_000;
    expect(clock.now() - before).toBeLessThan(60_000);
    expect(clock.now()).toBeGreaterThanOrEqual(before);
  });

  it("rings at once what is due, once, unless it is cancelled", async () => {
    const clock = processClock();
    let rung = 0;
    clock.at(clock.now() - 5, () => (rung += 10)).cancel();
    // Timers of a process that has nothing else to do keep nobody alive.
    await new Promise<void>((resolve) => {
      const alive = setInterval(() => undefined, 1_000);
      clock.at(clock.now(), () => {
        rung += 1;
        clearInterval(alive);
        resolve();
      });
    });
    expect(rung).toBe(1);
  });
});
