import { describe, expect, it } from "vitest";
import { RamJournal } from "@/lib/relay/testing/ram-journal";
import { body, codeOf, Scene, type SceneOptions } from "@/lib/relay/testing/scene";
import { deleteSession } from "@/lib/relay/verbs/delete-session";
import { describeSession } from "@/lib/relay/verbs/describe-session";
import { getEvents } from "@/lib/relay/verbs/get-events";
import { listParticipants } from "@/lib/relay/verbs/list-participants";

async function open(options: SceneOptions = {}) {
  const journal = new RamJournal();
  const scene = await new Scene({ ...options, journal, kept: true }).open();
  return { journal, scene, ...(await scene.pair()) };
}

/** Everything that can go on without a timer or the journal has gone on. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Whether a promise has come to an end by now. */
async function isOver(promise: Promise<unknown>): Promise<boolean> {
  let over = false;
  const note = (): void => void (over = true);
  promise.then(note, note);
  await settled();
  return over;
}

describe("nobody sees anything before it is committed (I03, observed implies committed)", () => {
  it("replies, refusals, reads, frames and wake-ups wait for what they were decided on", async () => {
    const { journal, scene, session, sid, a, b } = await open();
    const hose = await scene.firehose(sid, session.supervisor_token);
    const watcher = await scene.stream(sid, a);
    const waiting = scene.wait(sid, b);
    await describeSession(scene.ctx(b.token), sid);
    journal.fates.push("held");
    const sent = scene.send(sid, a, b);
    const read = listParticipants(scene.ctx(a.token), sid);
    const refused = codeOf(scene.respond(sid, a, "c-unknown"));
    const later = scene.send(sid, b, a);
    for (const one of [sent, read, refused, later, waiting]) expect(await isOver(one)).toBe(false);
    expect([hose.frames, watcher.frames_]).toEqual([[], []]);
    journal.letGo();
    expect(await refused).toBe("command_not_found");
    await Promise.all([sent, read, later]);
    expect((await waiting).messages).toHaveLength(1);
    expect(watcher.names).toEqual(["command.received"]);
    expect(hose.names.filter((name) => name === "command.received")).toHaveLength(2);
  });

  it("what a timer decides waits too", async () => {
    const { journal, scene, sid, a, b } = await open();
    await scene.send(sid, a, b, { timeout_seconds: 1 });
    const watcher = await scene.stream(sid, a);
    journal.fates.push("held");
    scene.clock.advance(1_000);
    await settled();
    expect(watcher.frames_).toEqual([]);
    journal.letGo();
    await watcher.until(({ names }) => names.includes("command.completed"));
  });

  it("what was decided while one commit ran goes into one next commit", async () => {
    const { journal, scene, sid, a, b } = await open();
    journal.fates.push("held");
    const before = journal.commits.length;
    const sends = [1, 2, 3, 4].map((payload) => scene.send(sid, a, b, { payload }));
    await settled();
    journal.letGo();
    await Promise.all(sends);
    expect(journal.commits.slice(before).map(({ events }) => events.length)).toEqual([1, 3]);
  });
});

it("a session that floods takes turns with the others, and its own order holds (I07)", async () => {
  const { journal, scene, session, sid, a, b } = await open({ env: { SW_MAX_BUFFER_BYTES_PER_SESSION: "100000000" } });
  const quiet = await scene.pair();
  journal.fates.push("held");
  const flood = Array.from({ length: 30 }, (_, n) => scene.send(sid, a, b, { payload: n + "x".repeat(250_000) }));
  const other = scene.send(quiet.sid, quiet.a, quiet.b);
  // Commits of one session never wait for another's.
  await other;
  const before = journal.commits.length;
  journal.letGo();
  await Promise.all(flood);
  const sizes = journal.commits.slice(before).map(({ events }) => events.length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(5);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(29);
  const { messages } = await scene.drain(session, b);
  expect(messages.map(({ payload }) => Number.parseInt(String(payload["payload"]), 10))).toEqual(
    Array.from({ length: messages.length }, (_, n) => n),
  );
});

describe.each(["refused", "unheard"] as const)("a commit that is %s", (fate) => {
  it("was seen by nobody, and the session goes on from what is written", async () => {
    const { journal, scene, session, sid, a, b } = await open();
    const other = await scene.pair();
    const hose = await scene.firehose(sid, session.supervisor_token);
    const watcher = await scene.stream(sid, a);
    const waiting = codeOf(scene.wait(sid, b));
    await describeSession(scene.ctx(b.token), sid);
    journal.fates.push(fate);
    const [first, second] = [
      codeOf(scene.send(sid, a, b, { command_id: "one" })),
      codeOf(scene.send(sid, a, b, { command_id: "two" })),
    ];
    expect(await Promise.all([first, second, waiting])).toEqual(Array(3).fill("persistence_failed"));
    expect([watcher.frames_, watcher.closed, hose.frames, hose.closed]).toEqual([[], "restart", [], "restart"]);
    expect(await codeOf(scene.send(other.sid, other.a, other.b))).toBe("accepted");

    // I05: the same again is one delivery, whether the first was written or not.
    await scene.send(sid, a, b, { command_id: "one" });
    await scene.send(sid, a, b, { command_id: "two" });
    const { messages } = await scene.drain(session, b);
    expect(messages.map(({ payload }) => payload["command_id"])).toEqual(["one", "two"]);
    const { events } = JSON.parse(
      (await getEvents(scene.ctx(a.token), sid, { query: { kind: "command.received" } })).json,
    );
    expect(events).toHaveLength(2);
  });

  it("a retry finds out, whoever asks first", async () => {
    const { journal, scene, session, sid, a, b } = await open();
    journal.fates.push(fate);
    expect(await codeOf(scene.send(sid, a, b, { command_id: "one" }))).toBe("persistence_failed");
    const { messages } = await scene.drain(session, b);
    expect(messages).toHaveLength(fate === "unheard" ? 1 : 0);
    expect(scene.logged).toMatchObject([{ message: expect.stringContaining("not written down") }]);
  });

  it("of the end leaves a session that is over, or one that is not", async () => {
    const { journal, scene, session, sid } = await open();
    journal.fates.push(fate);
    const creator = scene.ctx(session.creator_token);
    expect(await codeOf(deleteSession(creator, sid))).toBe("persistence_failed");
    expect(await codeOf(deleteSession(creator, sid))).toBe(fate === "unheard" ? "session_not_found" : "accepted");
  });
});

it("a journal that is down is said so, and nothing else fails", async () => {
  const { journal, scene, sid, a, b } = await open();
  journal.isDown = true;
  expect(await codeOf(scene.send(sid, a, b))).toBe("persistence_failed");
  expect(await codeOf(scene.send(sid, a, b))).toBe("persistence_failed");
  expect(await codeOf(scene.session())).toBe("persistence_failed");
  const { createSession } = await import("@/lib/relay/verbs/create-session");
  const { session_id, join_token } = await createSession(scene.ctx(), { body: body({}) });
  await describeSession(scene.ctx(join_token), session_id);
  journal.isDown = false;
  expect(await codeOf(scene.send(sid, a, b))).toBe("accepted");
});

it("no byte of a session in memory only comes near the journal (I39)", async () => {
  const journal = new RamJournal();
  const scene = await new Scene({ journal }).open();
  const { session, sid, a, b } = await scene.pair({ purpose: { secret: "canary" } });
  await scene.send(sid, a, b, { payload: "canary" });
  await scene.drain(session, b);
  scene.clock.advance(3_600_000);
  expect(await codeOf(describeSession(scene.ctx(a.token), sid))).toBe("session_not_found");
  expect([journal.commits, journal.sessions.size, scene.logged]).toEqual([[], 0, []]);
});

it("acknowledgements are written with the next commit, or after a quarter of a second (D-13)", async () => {
  const { journal, scene, session, sid, a, b } = await open();
  await scene.send(sid, a, b);
  const { messages } = await scene.drain(session, b);
  const before = journal.commits.length;
  await scene.drain(session, b, messages[0]?.seq ?? 0);
  scene.clock.advance(249);
  expect(journal.commits).toHaveLength(before);
  scene.clock.advance(1);
  expect([...journal.commits[before]!.inbox.values()]).toMatchObject([{ type: "drop", participantId: b.id }]);
  await settled();
  expect(journal.sessions.get(sid)!.inbox.size).toBe(0);
});

it("a journal that is full takes orders and answers, and nothing that only makes it longer", async () => {
  const { scene, session, sid, a, b } = await open({ env: { SW_MAX_JOURNAL_BYTES_PER_SESSION: "3000" } });
  const { command_id } = await scene.send(sid, a, b, { payload: "x".repeat(3000) });
  expect(await codeOf(scene.send(sid, a, b))).toBe("persistence_failed");
  const refusal = await scene.send(sid, a, b).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ retryable: false, details: { reason: "quota" } });
  expect(await codeOf(scene.send(sid, { id: "", token: session.join_token }, b))).toBe("permission_denied");
  expect(await codeOf(scene.respond(sid, b, command_id))).toBe("accepted");
  const { postNote } = await import("@/lib/relay/verbs/post-note");
  await postNote(scene.ctx(session.supervisor_token), sid, { body: body({ kind: "halt", target: "all" }) });
});
