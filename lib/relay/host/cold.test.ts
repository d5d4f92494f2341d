import { describe, expect, it } from "vitest";
import { RamJournal } from "@/lib/relay/testing/ram-journal";
import { body, codeOf, Scene, type SceneOptions } from "@/lib/relay/testing/scene";
import { deleteSession } from "@/lib/relay/verbs/delete-session";
import { describeSession } from "@/lib/relay/verbs/describe-session";
import { getAccess } from "@/lib/relay/verbs/get-access";
import { getEvents } from "@/lib/relay/verbs/get-events";
import { postNote } from "@/lib/relay/verbs/post-note";

const IDLE_MS = 1_800_000;

async function open(options: SceneOptions = {}) {
  const journal = new RamJournal();
  const scene = await new Scene({ ...options, journal, kept: true }).open();
  return { journal, scene, ...(await scene.pair()) };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

async function history(scene: Scene, sid: string, token: string, query: object = {}) {
  return JSON.parse((await getEvents(scene.ctx(token), sid, { query })).json);
}

describe("a session that nobody calls", () => {
  it("leaves memory, and comes back with everything for the next call (I41, D-57, U08)", async () => {
    const { journal, scene, session, sid, a, b } = await open();
    const note = { kind: "note", target: b.id, message: "kept" };
    await postNote(scene.ctx(session.supervisor_token), sid, { body: body(note) });
    await scene.send(sid, a, b, { timeout_seconds: 300 });
    scene.clock.advance(300_000 + IDLE_MS);
    await settled();
    expect(journal.sessions.get(sid)).toMatchObject({ isClean: true, fence: 0, deadlineAt: null });
    // Of the command that nobody was handed in time nobody hears any more.
    expect((await scene.drain(session, b)).messages).toMatchObject([
      { name: "supervisor.note", payload: { message: "kept" } },
    ]);
    const [completed] = (await scene.drain(session, a)).messages;
    expect(completed).toMatchObject({ name: "command.completed", payload: { reason: "ttl_expired" } });
    expect(journal.sessions.get(sid)).toMatchObject({ isClean: false, fence: 1 });
  });

  it("is looked at without coming back (D-11, D-57)", async () => {
    const { journal, scene, session, sid, a } = await open();
    scene.clock.advance(IDLE_MS);
    await settled();
    expect(await getAccess(scene.ctx(a.token), sid)).toEqual({
      role: "participant",
      participant_id: a.id,
      session_state: "cold",
    });
    expect(await history(scene, sid, a.token)).toMatchObject({ session_state: "cold" });
    for (const refused of [getAccess(scene.ctx("swp_other"), sid), describeSession(scene.ctx("swp_other"), sid)])
      expect(await codeOf(refused)).toBe("permission_denied");
    expect(await codeOf(describeSession(scene.ctx(), sid))).toBe("unauthorized");
    expect(journal.sessions.get(sid)?.fence).toBe(0);
    await describeSession(scene.ctx(session.creator_token), sid);
    expect(journal.sessions.get(sid)?.fence).toBe(1);
  });

  it("tells those who listen, and they go on where they were when it is back", async () => {
    const { scene, session, sid, a, b } = await open();
    const [watcher, hose] = [await scene.stream(sid, b), await scene.firehose(sid, session.supervisor_token)];
    await scene.send(sid, a, b, { payload: 1, timeout_seconds: 1 });
    watcher.stream.acked(watcher.frames_[0]?.seq ?? 0);
    scene.clock.advance(1_000 + IDLE_MS);
    await watcher.until(({ names }) => names.includes("session.cold"));
    expect([watcher.closed, hose.closed]).toEqual([null, null]);
    await settled();
    const seen = watcher.frames_.length;
    await scene.send(sid, a, b, { payload: 2 });
    // The cancellation was pushed, but nobody acknowledged it.
    expect(watcher.frames_.slice(seen).map(({ name, redelivered }) => [name, redelivered])).toEqual([
      ["command.cancelled", true],
      ["command.received", undefined],
    ]);
    expect(hose.names.slice(hose.names.indexOf("session.cold"))).toContain("command.received");
    watcher.stream.closed();
    hose.stream.closed();
  });

  it("forgets those who hang up while it is away", async () => {
    const { scene, sid, a, b } = await open();
    const watcher = await scene.stream(sid, b);
    scene.clock.advance(IDLE_MS);
    await settled();
    watcher.stream.closed();
    const seen = watcher.frames_.length;
    await scene.send(sid, a, b);
    expect(watcher.frames_).toHaveLength(seen);
  });

  it("calls that come while it leaves find it where it then is", async () => {
    const { journal, scene, sid, a, b } = await open();
    journal.fates.push("held", "held");
    scene.clock.advance(IDLE_MS);
    const calls = [scene.send(sid, a, b), describeSession(scene.ctx(b.token), sid)];
    await settled();
    journal.letGo();
    await settled();
    journal.letGo();
    await Promise.all(calls);
    expect(journal.sessions.get(sid)?.fence).toBe(1);
  });
});

it("whoever asked the journal before it left waits until it has", async () => {
  const { journal, scene, sid, a, b } = await open();
  scene.clock.advance(IDLE_MS);
  await settled();
  // Two look at the door of a cold session; while the second still looks, the first has it and it leaves again.
  const slow = new Promise<void>((resolve) => journal.delays.push(resolve));
  const late = scene.send(sid, a, b);
  await slow;
  await describeSession(scene.ctx(b.token), sid);
  const watcher = await scene.stream(sid, b);
  journal.fates.push("held", "held");
  scene.clock.advance(IDLE_MS);
  await settled();
  journal.goOn();
  await settled();
  for (let turn = 0; turn < 3; turn += 1) {
    journal.letGo();
    await settled();
  }
  await late;
  expect(watcher.names.slice(-2)).toEqual(["session.cold", "command.received"]);
  expect(journal.sessions.get(sid)?.fence).toBe(2);
});

describe("a relay that starts again", () => {
  it.each(["in order", "by a crash"])("after it ended %s goes on with everything written (I03, I06)", async (how) => {
    const { scene, session, sid, a, b } = await open();
    const sent = await scene.send(sid, a, b, { command_id: "c" });
    if (how === "in order") await scene.relay.host.drain();
    const next = await scene.another();
    // I43
    expect(next.relay.host.epoch).toBeGreaterThan(scene.relay.host.epoch);
    expect(await next.send(sid, a, b, { command_id: "c" })).toEqual(sent);
    const { messages } = await next.drain(session, b);
    expect(messages).toMatchObject([{ name: "command.received", payload: { command_id: "c" } }]);
    await next.respond(sid, b, "c");
    await next.send(sid, a, b);
    const [later] = (await next.drain(session, b)).messages;
    expect(later?.seq).toBe((messages[0]?.seq ?? 0) + 1);
  });

  it("ends the commands that ran out meanwhile, although nobody calls (D-64)", async () => {
    const { journal, scene, sid, a, b } = await open();
    await scene.send(sid, a, b, { timeout_seconds: 5 });
    const crashed = scene;
    crashed.clock.advance(0);
    const next = new Scene({ journal, kept: true, clock: crashed.clock });
    // The dead process decides nothing more.
    journal.sessions.get(sid)!.fence += 1;
    crashed.clock.advance(10_000);
    await next.open();
    for (let turn = 0; turn < 5; turn += 1) await settled();
    const names = journal.sessions.get(sid)!.events.map(({ name }) => name);
    expect(names.filter((name) => name === "command.completed")).toHaveLength(1);
    expect(journal.sessions.get(sid)?.deadlineAt).toBeNull();
  });

  it("two at once: the later one has the session, and the earlier one shows nothing that it decided since", async () => {
    const { scene, session, sid, a, b } = await open();
    const next = await scene.another();
    const watcher = await scene.stream(sid, b);
    await next.send(sid, a, b, { payload: "later" });
    expect(await codeOf(scene.send(sid, a, b, { payload: "never" }))).toBe("persistence_failed");
    expect([watcher.frames_, watcher.closed]).toEqual([[], "restart"]);
    const { messages } = await scene.drain(session, b);
    expect(messages.map(({ payload }) => payload["payload"])).toEqual(["later"]);
    expect(await codeOf(next.send(sid, a, b))).toBe("persistence_failed");
    expect(await codeOf(next.send(sid, a, b))).toBe("accepted");
  });
});

describe("the end of a kept session", () => {
  it("is told to its holders, and to nobody else (D-59)", async () => {
    const { journal, scene, session, sid, a } = await open();
    await deleteSession(scene.ctx(session.creator_token), sid);
    for (const token of [session.creator_token, session.supervisor_token])
      expect(await history(scene, sid, token)).toEqual({
        events: [],
        session_state: "ended",
        next_after_seq: null,
        has_more: false,
      });
    for (const token of [a.token, session.join_token, "swp_other"])
      expect(await codeOf(getEvents(scene.ctx(token), sid, { query: {} }))).toBe("session_not_found");
    expect(journal.sessions.get(sid)).toMatchObject({ events: [], inbox: new Map() });
  });

  it("comes when its time has run out, also out of memory (I44)", async () => {
    const { journal, scene, session, sid } = await open();
    scene.clock.advance(IDLE_MS);
    await settled();
    scene.clock.advance(86_400_000);
    await scene.relay.host.tend();
    await settled();
    expect(journal.sessions.get(sid)?.ended).toMatchObject({ reason: "persistence_expired" });
    expect(await codeOf(describeSession(scene.ctx(session.creator_token), sid))).toBe("session_not_found");
  });
});

describe("history", () => {
  it("comes in pages, without what is private or internal (I37, D-70)", async () => {
    const { scene, session, sid, a, b } = await open();
    await postNote(scene.ctx(session.supervisor_token), sid, {
      body: body({ kind: "note", target: b.id, message: "private" }),
    });
    for (let n = 0; n < 5; n += 1) await scene.send(sid, a, b, { payload: n });
    const all = await history(scene, sid, session.supervisor_token);
    expect(all.events).toHaveLength(8);
    expect((await history(scene, sid, b.token)).events).toHaveLength(8);
    expect((await history(scene, sid, a.token)).events.map(({ name }: { name: string }) => name)).not.toContain(
      "supervisor.note",
    );
    const page = await history(scene, sid, a.token, { limit: 3 });
    expect(page).toMatchObject({ has_more: true, next_after_seq: 3, session_state: "hot" });
    expect(page.events).toHaveLength(2);
    const last = await history(scene, sid, a.token, { order: "desc", limit: 1 });
    expect(last.events[0]).toMatchObject({ name: "command.received", to: [b.id], payload: { payload: 4 } });
    expect((await history(scene, sid, a.token, { after_seq: 6 })).events).toHaveLength(2);
    expect(
      (await history(scene, sid, a.token, { participant_id: b.id, kind: "participant.joined" })).events,
    ).toHaveLength(1);
  });

  it("a firehose can begin in the past, and misses and repeats nothing where it meets the present (I08)", async () => {
    const { scene, session, sid, a, b } = await open();
    for (let n = 0; n < 450; n += 1) {
      await scene.send(sid, a, b, { payload: n });
      if (n % 100 === 0) for (let turn = 0; turn < 2; turn += 1) await scene.drain(session, b);
    }
    const hose = await scene.firehose(sid, session.supervisor_token, 2);
    for (let n = 450; n < 460; n += 1) await scene.send(sid, a, b, { payload: n });
    await hose.until(({ frames }) => frames.filter(({ name }) => name === "command.received").length >= 460);
    const sent = hose.frames.filter(({ name }) => name === "command.received");
    expect(sent.map(({ payload }) => payload["payload"])).toEqual(Array.from({ length: 460 }, (_, n) => n));
  });
});

it("payloads that left memory are read from the journal, in the order of the stream", async () => {
  const { scene, session, sid, a, b } = await open({ env: { SW_MAX_BUFFER_BYTES_PER_SESSION: "2000" } });
  for (let n = 0; n < 5; n += 1) await scene.send(sid, a, b, { payload: `${n}${"x".repeat(900)}` });
  const watcher = await scene.stream(sid, b);
  await scene.send(sid, a, b, { payload: "last" });
  await watcher.until(({ frames_ }) => frames_.length === 6);
  expect(watcher.frames_.map(({ payload }) => String(payload["payload"])[0])).toEqual(["0", "1", "2", "3", "4", "l"]);
  watcher.stream.closed();
  const { messages } = await scene.drain(session, b);
  expect(messages).toHaveLength(6);
  expect(messages.every(({ redelivered }) => redelivered)).toBe(true);
});
