import { afterEach, describe, expect, test } from "vitest";
import { failure } from "../../../testing/failure.js";
import { event, participantOf, waited } from "../../../testing/relay-replies.js";
import { refused } from "../../../testing/replies.js";
import type { Scripted, Seen, Step } from "../../../testing/scripted-server.js";
import { testClock } from "../../../testing/test-clock.js";
import { ParticipantRemoved } from "../../index.js";

const WAIT = `/v1/sessions/${"s".repeat(22)}/participants/me/inbox/wait`;

let server: Scripted | undefined;
afterEach(() => server?.stop());

async function start(steps: Step[], { clock = testClock() } = {}) {
  const started = await participantOf(steps, { clock });
  server = started.server;
  return { ...started, clock };
}

/** A wait that runs its whole time out. */
const runOut =
  (clock: { pass(ms: number): void }): Step =>
  ({ body }: Seen) => {
    clock.pass(Number((JSON.parse(body) as { timeout_seconds: number }).timeout_seconds) * 1000);
    return waited();
  };

describe("what a wait asks for", () => {
  test("everything, for a minute, in polls that no proxy cuts", async () => {
    const clock = testClock();
    const { me, server: relay, bodies } = await start([runOut(clock)], { clock });
    expect(await me.waitForEvent()).toEqual([]);
    expect(bodies()).toEqual([
      { timeout_seconds: 50, last_acked_seq: 0 },
      { timeout_seconds: 10, last_acked_seq: 0 },
    ]);
    expect(relay.seen.slice(1).map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST ${WAIT}`,
      `POST ${WAIT}`,
    ]);
  });

  test("the names, and a supervisor's notes with them", async () => {
    const { me, bodies } = await start([1, 2, 3].map((seq) => waited([event(seq)])));
    await me.waitForEvent({ names: ["command.received"] });
    await me.waitForEvent({ names: ["command.received"], notes: false });
    await me.waitForEvent({ names: [] });
    const names = bodies().map((body) => body["names"]);
    expect(names).toEqual([["command.received", "supervisor.note"], ["command.received"], undefined]);
  });

  test("everything where the names are more than the relay counts", async () => {
    const { me, bodies } = await start([waited([event(1, "n7")])]);
    const names = Array.from({ length: 40 }, (_, n) => `n${n}`);
    expect(await me.waitForEvent({ names })).toMatchObject([{ name: "n7" }]);
    expect(bodies()[0]).not.toHaveProperty("names");
  });

  test("a look, where there is no time", async () => {
    const { me, bodies } = await start([waited()]);
    expect(await me.waitForEvent({ timeoutSeconds: 0 })).toEqual([]);
    expect(bodies()).toEqual([{ timeout_seconds: 0, last_acked_seq: 0 }]);
  });

  test.each([-1, Number.NaN, "5"])("is not sent where the time is %j", async (timeoutSeconds) => {
    const { me, bodies } = await start([waited()]);
    const wait = me.waitForEvent({ timeoutSeconds: timeoutSeconds as number });
    expect(await failure(wait)).toMatchObject({ kind: "configuration", field: "/timeoutSeconds" });
    expect(bodies()).toEqual([]);
  });
});

describe("the cursor", () => {
  test("covers what the caller had before it asked again, and not more", async () => {
    const { me, bodies } = await start([waited([event(1), event(2)]), waited([event(3)]), waited([event(5)])]);
    for (let n = 0; n < 3; n += 1) await me.waitForEvent();
    expect(bodies().map((body) => body["last_acked_seq"])).toEqual([0, 2, 3]);
    expect(me.lastAckedSeq).toBe(4);
  });

  test("asks again for what a lost reply held, and what comes twice is dropped", async () => {
    const lost: Step = { text: "" };
    const { me, bodies } = await start([
      waited([event(1)]),
      "cut in body",
      waited([{ ...event(1), redelivered: true }, event(2)]),
      lost,
    ]);
    expect(await me.waitForEvent()).toMatchObject([{ seq: 1 }]);
    expect(await me.waitForEvent()).toMatchObject([{ seq: 2 }]);
    expect(bodies().map((body) => body["last_acked_seq"])).toEqual([0, 1, 0]);
  });

  test("does not ask for the same again and again", async () => {
    const { me, bodies, clock } = await start([waited([event(1), event(2)]), waited([event(1)]), waited([event(3)])]);
    const events = me.events();
    await events.next();
    // The first is still in the stream's hands, the second in the mailbox.
    expect(await me.waitForEvent({ names: ["x"], timeoutSeconds: 5 })).toEqual([]);
    expect(
      bodies()
        .slice(0, 3)
        .map((body) => body["last_acked_seq"]),
    ).toEqual([0, 0, 2]);
    expect(clock.pauses.slice(0, 3)).toEqual([250, 500, 1000]);
    await events.return();
  });

  test("is told when a loop ends, so that nothing of it comes again", async () => {
    const ack = { json: { acked: 1 } };
    const { me, server: relay, bodies } = await start([waited([event(1), event(2)]), ack]);
    for await (const _ of me.events()) break;
    expect(relay.seen.at(-1)?.path).toBe(WAIT.replace("wait", "ack"));
    expect(bodies().at(-1)).toEqual({ last_acked_seq: 1 });
  });

  test("of an earlier run is where a resumed one begins", async () => {
    const { me } = await start([waited([event(8)])]);
    expect(me.lastAckedSeq).toBe(0);
  });
});

describe("over a bad network", () => {
  test("a wait goes on, with growing pauses", async () => {
    const { me, clock } = await start(["cut", refused(503, "relay_unavailable"), "cut in body", waited([event(1)])]);
    expect(await me.waitForEvent()).toMatchObject([{ seq: 1 }]);
    expect(clock.pauses).toEqual([250, 500, 1000]);
  });

  test("it keeps to Retry-After", async () => {
    const full = refused(429, "too_many_waits", {}, { "retry-after": "7" });
    const { me, clock } = await start([full, waited([event(1)])]);
    await me.waitForEvent();
    expect(clock.pauses).toEqual([7000]);
  });

  test("another wait in flight is waited for (U37)", async () => {
    const { me, clock } = await start([refused(409, "wait_already_in_flight"), waited([event(1)])]);
    expect(await me.waitForEvent()).toMatchObject([{ seq: 1 }]);
    expect(clock.pauses).toEqual([250]);
  });

  test("time that is up during an outage is only time that is up", async () => {
    const clock = testClock();
    const { me } = await start([runOut(clock), "cut"], { clock });
    expect(await me.waitForEvent()).toEqual([]);
  });

  test("a relay that was never reached in all that time is a failure, and so is a look that no try brought", async () => {
    const { me, bodies } = await start(["cut"]);
    expect(await failure(me.waitForEvent({ timeoutSeconds: 5 }))).toMatchObject({ kind: "transport", retryable: true });
    const before = bodies().length;
    expect(await failure(me.waitForEvent({ timeoutSeconds: 0 }))).toMatchObject({ kind: "transport" });
    expect(bodies().length - before).toBe(4);
  });

  test("a relay that ends waits at once is not hurried", async () => {
    const { me, clock } = await start([waited()]);
    expect(await me.waitForEvent({ timeoutSeconds: 20 })).toEqual([]);
    expect(clock.pauses.slice(0, 5)).toEqual([250, 500, 1000, 2000, 4000]);
  });

  test("what no new connection mends is thrown at once", async () => {
    const details = { note: { kind: "halt" } };
    const { me, bodies } = await start([refused(403, "participant_removed", { details })]);
    const error = await failure(me.waitForEvent());
    expect(error).toBeInstanceOf(ParticipantRemoved);
    expect(error).toMatchObject({ name: "ParticipantRemoved", code: "participant_removed", status: 403, details });
    expect(bodies()).toHaveLength(1);
  });

  test("a drain is tried again, and takes what is there", async () => {
    const drained = { json: { messages: [event(1), event(2)], has_more: true } };
    const { me, bodies, server: relay } = await start(["cut", drained]);
    expect(await me.drainInbox()).toMatchObject([{ seq: 1 }, { seq: 2 }]);
    expect(relay.seen.at(-1)?.path).toBe(WAIT.replace("wait", "drain"));
    expect(bodies()).toEqual([{ last_acked_seq: 0 }, { last_acked_seq: 0 }]);
  });
});

test("a gap is an event of its own, and ends every wait", async () => {
  const gap = { dropped: 3, first_seq: 1, last_seq: 3 };
  const { me } = await start([waited([], { gap })]);
  const events = await me.waitForEvent({ names: ["command.received"] });
  expect(events).toEqual([{ name: "relay.gap", payload: gap, seq: null }]);
});

test("two readers share one poll at a time, which asks for what both want", async () => {
  let arrived = () => {};
  const first = new Promise<void>((resolve) => (arrived = resolve));
  const parked: Step = () => {
    arrived();
    return "hang";
  };
  const { me, bodies } = await start([parked, waited([event(1, "a"), event(2, "b")])]);
  const a = me.waitForEvent({ names: ["a"], notes: false });
  await first;
  const b = me.waitForEvent({ names: ["b"], notes: false });
  expect([await a, await b]).toMatchObject([[{ name: "a" }], [{ name: "b" }]]);
  expect(bodies().map((body) => body["names"])).toEqual([["a"], ["a", "b"]]);
});

test("a reader whose signal ends takes its poll with it", async () => {
  const caller = new AbortController();
  const hung: Step = () => {
    caller.abort();
    return "hang";
  };
  const { me, bodies } = await start([hung, waited([event(1)])]);
  expect(await failure(me.waitForEvent({ signal: caller.signal }))).toMatchObject({ kind: "aborted" });
  expect(await me.waitForEvent()).toMatchObject([{ seq: 1 }]);
  expect(bodies()).toHaveLength(2);
});
