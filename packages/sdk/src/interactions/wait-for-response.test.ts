import { afterEach, describe, expect, test } from "vitest";
import { failure } from "../../testing/failure.js";
import { ANSWER, answered, API_KEY, ID, read, refused } from "../../testing/replies.js";
import { scriptedServer, type Scripted, type Step } from "../../testing/scripted-server.js";
import { testClock, type TestClock } from "../../testing/test-clock.js";
import { SessClient, type SessClientOptions, type WaitInput } from "../index.js";

let server: Scripted | undefined;
afterEach(() => server?.stop());

async function start(clock: TestClock, steps: Step[], options: Partial<SessClientOptions> = {}) {
  server = await scriptedServer(...steps);
  const sess = new SessClient({ apiKey: API_KEY, origin: server.origin, clock, ...options });
  return (input: Partial<WaitInput> = {}) => sess.interactions.waitForResponse(ID, { revision: 1, ...input });
}

/** A long poll that runs its whole time out. */
const ranOut = (clock: TestClock): Step => {
  return ({ path }) => {
    clock.pass(Number(new URL(path, "http://x").searchParams.get("wait_ms")));
    return read();
  };
};
const waits = () => server!.seen.map(({ path }) => Number(new URL(path, "http://x").searchParams.get("wait_ms")));

describe("every outcome", () => {
  const response = { ...ANSWER, actorAssurance: "link_holder" };
  const cases: [string, Step, object][] = [
    ["answered", answered(), { state: "answered", id: ID, revision: 1, response }],
    ["completed", read({ state: "completed", response }), { state: "completed", id: ID, revision: 1, response }],
    ["expired", read({ state: "expired" }), { state: "expired", id: ID, revision: 1 }],
    ["withdrawn", read({ state: "withdrawn" }), { state: "withdrawn", id: ID, revision: 1 }],
  ];
  test.each(cases)("%s returns at once", async (_, step, outcome) => {
    const wait = await start(testClock(), [step]);
    expect(await wait()).toEqual(outcome);
    expect(server!.seen.map(({ path }) => path)).toEqual([`/v1/interactions/${ID}/response?revision=1&wait_ms=45000`]);
  });
});

test("one long poll follows the other until there is an answer", async () => {
  const clock = testClock();
  const wait = await start(clock, [ranOut(clock), ranOut(clock), answered()]);
  expect(await wait()).toMatchObject({ state: "answered" });
  expect(waits()).toEqual([45_000, 45_000, 45_000]);
  expect(clock.pauses).toEqual([]);
});

test("the caller's time is kept, and is no failure", async () => {
  const clock = testClock();
  const wait = await start(clock, [ranOut(clock)]);
  expect(await wait({ timeoutMs: 60_000 })).toEqual({ state: "waiting", id: ID, revision: 1 });
  expect(waits()).toEqual([45_000, 15_000]);
});

test("a time of nothing is one look", async () => {
  const wait = await start(testClock(), [read()]);
  expect(await wait({ timeoutMs: 0 })).toMatchObject({ state: "waiting" });
  expect(waits()).toEqual([0]);
});

test("a link that has lapsed is asked about ever less often, and not past the caller's time", async () => {
  const clock = testClock();
  const wait = await start(clock, [read()]);
  await wait({ timeoutMs: 40_000 });
  expect(clock.pauses.slice(0, 7)).toEqual([375, 750, 1_500, 3_000, 6_000, 11_250, 11_250]);
  expect(clock.pauses.reduce((sum, pause) => sum + pause, 0)).toBe(40_000);
});

test("a lapsed link that the person extends is waited for as before", async () => {
  const clock = testClock();
  const wait = await start(clock, [read(), read(), ranOut(clock), read(), answered()]);
  await wait();
  expect(clock.pauses).toEqual([375, 750, 375]);
});

describe("over a bad network", () => {
  test("it connects again and says so", async () => {
    const clock = testClock();
    const states: string[] = [];
    const wait = await start(clock, [
      "cut",
      "cut in body",
      refused(503, "unavailable"),
      ranOut(clock),
      "cut",
      answered(),
    ]);
    expect(await wait({ onConnection: (state) => states.push(state) })).toMatchObject({ state: "answered" });
    expect(states).toEqual(["lost", "back", "lost", "back"]);
    expect(clock.pauses).toEqual([375, 750, 1_500, 375]);
  });

  test("it keeps to Retry-After", async () => {
    const clock = testClock();
    const wait = await start(clock, [refused(429, "rate_limited", {}, { "retry-after": "20" }), answered()]);
    await wait();
    expect(clock.pauses).toEqual([20_000]);
  });

  test("a poll that the network swallowed is given up and made again", async () => {
    const clock = testClock();
    const wait = await start(clock, ["hang", answered()], { timeoutMs: 20 });
    // The server may hold back a reply of its own for as long as it was told to: here no time at all.
    expect(await wait({ timeoutMs: 0.5 })).toMatchObject({ state: "answered" });
  });

  test("time that is up during an outage is still only time that is up", async () => {
    const clock = testClock();
    const wait = await start(clock, [ranOut(clock), "cut"]);
    expect(await wait({ timeoutMs: 60_000 })).toEqual({ state: "waiting", id: ID, revision: 1 });
  });

  test("a Sess that was never reached in all that time is a failure", async () => {
    const wait = await start(testClock(), ["cut"]);
    expect(await failure(wait({ timeoutMs: 60_000 }))).toMatchObject({ kind: "transport", retryable: true });
  });

  test("ten minutes without a connection end a wait that has no end of its own", async () => {
    const clock = testClock();
    const started = clock.now();
    const wait = await start(clock, [ranOut(clock), refused(503, "unavailable")]);
    expect(await failure(wait())).toMatchObject({ kind: "api", code: "unavailable" });
    expect(clock.now() - started).toBeGreaterThan(600_000);
    expect(clock.now() - started).toBeLessThan(700_000);
  });
});

describe("what no new connection can mend ends the wait", () => {
  const cases: [string, Step, object][] = [
    ["a refusal", refused(401, "unauthorized"), { kind: "api", code: "unauthorized", outcome: "rejected" }],
    ["a revision that has passed", refused(409, "revision_mismatch"), { kind: "api", code: "revision_mismatch" }],
    ["no JSON", { text: "hello" }, { kind: "protocol", code: "not_json" }],
    ["another interaction", read({ id: "int_fedcba9876543210" }), { kind: "protocol", code: "inconsistent_reply" }],
    ["another revision", read({ revision: 2 }), { kind: "protocol", code: "inconsistent_reply" }],
    ["an answer to another revision", answered({ revision: 2 }), { kind: "protocol", code: "inconsistent_reply" }],
    ["answered without an answer", read({ state: "answered" }), { kind: "protocol", code: "inconsistent_reply" }],
    ["completed without an answer", read({ state: "completed" }), { kind: "protocol", code: "inconsistent_reply" }],
    ["waiting with an answer", read({ response: { ...ANSWER, actorAssurance: "link_holder" } }), { kind: "protocol" }],
    [
      "expired with an answer",
      read({ state: "expired", response: { ...ANSWER, actorAssurance: "link_holder" } }),
      { kind: "protocol" },
    ],
    ["a state nobody knows", read({ state: "asleep" }), { kind: "protocol", code: "unexpected_reply" }],
  ];
  test.each(cases)("%s", async (_, step, error) => {
    const wait = await start(testClock(), [step]);
    expect(await failure(wait())).toMatchObject(error);
    expect(server!.seen).toHaveLength(1);
  });
});

describe("the caller's signal", () => {
  test("ends a poll in flight", async () => {
    const caller = new AbortController();
    const wait = await start(testClock(), [
      () => {
        caller.abort();
        return "hang";
      },
    ]);
    expect(await failure(wait({ signal: caller.signal }))).toMatchObject({ kind: "aborted", code: "aborted" });
  });

  test("ends a pause", async () => {
    const caller = new AbortController();
    const clock = { ...testClock(), sleep: async () => caller.abort() };
    const wait = await start(clock, ["cut"]);
    expect(await failure(wait({ signal: caller.signal }))).toMatchObject({ kind: "aborted" });
    expect(server!.seen).toHaveLength(1);
  });
});
