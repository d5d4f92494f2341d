import { KINDS, names, openRelay } from "@/e2e/relay/support/relay";
import { attach, open, watch } from "@/e2e/relay/support/socket";
import { describe, expect, it } from "vitest";

const relay = await openRelay();
const V1 = "sessionweave.v1";

describe.each(KINDS)("a participant's stream in a session that is $kind", (kind) => {
  it("begins with what had waited and goes on with what happens", async () => {
    const session = await relay.session(kind);
    const [a, b] = await session.fill(2);
    await a!.send([b!], { payload: "before" });
    const stream = await attach(b!);
    expect(await stream.next()).toMatchObject({ name: "command.received", payload: { payload: "before" } });
    await a!.send([b!], { payload: "after" });
    const second = await stream.next();
    expect(second).toMatchObject({ payload: { payload: "after" } });
    expect(stream.frames[0]!.seq).toBeLessThan(second.seq!);
    stream.close();
  });

  it("takes the token in a header or in the subprotocol, and greets those who speak it (D-09)", async () => {
    const session = await relay.session(kind);
    const [a, b] = await session.fill(2);
    const { seq } = (await a!.drain())[0]!;
    const byHeader = await attach(a!, { options: { headers: { authorization: `Bearer ${a!.token}` } } });
    await b!.send([a!]);
    expect((await byHeader.next()).name).toBe("command.received");
    const spoken = await attach(a!, { protocols: [V1, `bearer.${a!.token}`] });
    expect(spoken.socket.protocol).toBe(V1);
    expect(await spoken.next()).toEqual({ name: "relay.hello", payload: { last_seq: seq! + 1 }, seq: null });
  });

  it("takes a ticket once (D-09)", async () => {
    const session = await relay.session(kind);
    const [a] = await session.fill(1);
    const { ticket } = await a!.ok("POST", `${session.path}/ws-tickets`, { stream: "events" });
    const more = { protocols: [V1, `ticket.${ticket}`] };
    expect((await (await attach(a!, more)).next()).name).toBe("relay.hello");
    expect(await open(session, "participants/me/events", null, more).closed).toMatchObject({ code: 4401 });
    const watching = await relay.ok("POST", `${session.path}/ws-tickets`, session.supervisor, { stream: "firehose" });
    const wrong = { protocols: [V1, `ticket.${watching.ticket}`] };
    expect(await open(session, "participants/me/events", null, wrong).closed).toMatchObject({ code: 4401 });
  });

  it.each(["x", "é", "€", "😀"])("takes a backlog of many megabytes of %s piece by piece (I19)", async (letter) => {
    const session = await relay.session(kind);
    const [a, b] = await session.fill(2);
    const payload = letter.repeat(260_000 / Buffer.byteLength(letter));
    for (let n = 0; n < 20; n += 1) await a!.send([b!], { payload });
    const stream = await attach(b!);
    while (stream.frames.length < 20) await stream.next();
    expect(new Set(stream.frames.map((frame) => frame.payload.payload))).toEqual(new Set([payload]));
    stream.close();
  });

  it("is replaced by a second one without loss, and without a repeat for a cursor (I10, I16, U16)", async () => {
    const session = await relay.session(kind);
    const [a, b] = await session.fill(2);
    const first = await attach(b!);
    for (let n = 0; n < 5; n += 1) await a!.send([b!], { payload: n });
    for (let n = 0; n < 5; n += 1) await first.next();
    const cursor = first.frames[2]!.seq!;
    const second = await attach(b!, { query: `last_acked_seq=${cursor}` });
    expect(await first.closed).toEqual({ code: 4409, reason: "replaced" });
    await a!.send([b!], { payload: 5 });
    await expect.poll(() => second.frames.length).toBeGreaterThanOrEqual(3);
    const payloads = second.frames.map(({ payload }) => payload.payload);
    expect(payloads).toEqual([3, 4, 5]);
    expect(second.frames.map(({ redelivered = false }) => redelivered)).toEqual([true, true, false]);
    const { roster } = await relay.ok("GET", `${session.path}/participants`, session.supervisor);
    expect(roster).toHaveLength(2);
  });

  it("keeps what a lost socket had been given (I09, U14)", async () => {
    const session = await relay.session(kind);
    const [a, b] = await session.fill(2);
    const stream = await attach(b!);
    stream.socket.pause();
    const { command_id } = await a!.send([b!], { payload: "while away" });
    stream.socket.terminate();
    await stream.closed;
    const again = await attach(b!);
    expect(await again.next()).toMatchObject({ payload: { command_id, payload: "while away" } });
    await b!.respond(command_id);
    expect(names(await a!.drain())).toContain("command.completed");
  });

  it("is acknowledged by frame: drained afterwards there is nothing (D-13)", async () => {
    const session = await relay.session(kind);
    const [a, b] = await session.fill(2);
    const stream = await attach(b!, { protocols: [V1, `bearer.${b!.token}`] });
    for (let n = 0; n < 3; n += 1) await a!.send([b!], { payload: n });
    while (stream.frames.length < 4) await stream.next();
    stream.ack(stream.frames.at(-1)!.seq!);
    const unacked = async () =>
      (await relay.ok("GET", `${session.path}/participants`, session.supervisor)).roster[1].unacked;
    await expect.poll(unacked).toBe(0);
    stream.close();
    await stream.closed;
    expect(await b!.drain()).toEqual([]);
  });

  it("is the consumer while a wait is open too (D-18, I14)", async () => {
    const session = await relay.session(kind);
    const [a, b] = await session.fill(2);
    const stream = await attach(b!);
    const waiting = b!.wait({ timeout_seconds: 1 });
    await a!.send([b!], { payload: 1 });
    expect((await stream.next()).name).toBe("command.received");
    expect(await waiting).toMatchObject({ messages: [], timed_out: true });
  });

  it("closes with 4410 after the halt when its participant is removed (D-53, I33)", async () => {
    const session = await relay.session(kind);
    const [a] = await session.fill(1);
    const stream = await attach(a!);
    await session.remove(a!);
    expect(await stream.next()).toMatchObject({ name: "supervisor.note", payload: { kind: "halt", target: a!.id } });
    expect(await stream.closed).toEqual({ code: 4410, reason: "removed" });
    expect(names(stream.frames)).toEqual(["supervisor.note"]);
    expect(await open(session, "participants/me/events", a!.token).closed).toMatchObject({ code: 4410 });
  });

  it("closes with 1000 when the session ends, and is not there afterwards", async () => {
    const session = await relay.session(kind);
    const [a] = await session.fill(1);
    const [stream, hose] = [await attach(a!), await watch(session)];
    await session.end();
    expect((await stream.next()).name).toBe("session.ended");
    expect(await stream.closed).toEqual({ code: 1000, reason: "ended" });
    expect(await hose.closed).toEqual({ code: 1000, reason: "ended" });
    expect(await open(session, "participants/me/events", a!.token).closed).toMatchObject({ code: 4404 });
  });

  it("closes with 1000 when its participant leaves, and with 4403 for who has left", async () => {
    const session = await relay.session(kind);
    const [a] = await session.fill(1);
    const stream = await attach(a!);
    await a!.leave();
    expect(await stream.closed).toMatchObject({ code: 1000 });
    expect(await open(session, "participants/me/events", a!.token).closed).toMatchObject({ code: 4403 });
  });
});

describe.each(KINDS)("the firehose of a session that is $kind", (kind) => {
  it("shows everything in one order to all who watch (I08, D-89)", async () => {
    const session = await relay.session(kind);
    const watching = [await watch(session), await watch(session, { token: session.creator })];
    const [a, b] = await session.fill(2);
    const { command_id } = await a!.send([b!], { payload: { big: 1 } });
    await session.note("note", b!.id, "private");
    await b!.respond(command_id, { payload: "r" });
    for (const hose of watching) while ((await hose.next()).name !== "command.completed");
    const [first, second] = watching.map(({ frames }) => frames);
    expect(second).toEqual(first);
    const events = first!.filter(({ name }) => name !== "delivery.updated");
    expect(names(events)).toEqual([
      "participant.joined",
      "participant.joined",
      "command.received",
      "supervisor.note",
      "result.received",
      "command.completed",
    ]);
    const seqs = events.map(({ seq }) => seq!);
    expect(seqs).toEqual(seqs.toSorted((x, y) => x - y));
    expect(events[3]).toMatchObject({ author: { role: "supervisor", token_id: session.created.supervisor_token_id } });
    expect(events[2]!.to).toEqual([b!.id]);
  });

  it("tells how far an order has got (D-101, I47)", async () => {
    const session = await relay.session(kind);
    const [a] = await session.fill(1);
    const hose = await watch(session);
    const { note_id } = await session.note("halt", a!.id);
    const { messages } = await a!.wait({ timeout_seconds: 0, with_seq: true });
    const seq = messages[0].seq;
    expect(await hose.next("delivery.updated")).toMatchObject({
      seq: null,
      payload: { ref: { note_id }, participant_id: a!.id, state: "handed_out" },
    });
    await a!.ok("POST", `${a!.me}/inbox/ack`, { last_acked_seq: seq });
    expect((await hose.next("delivery.updated")).payload).toMatchObject({ ref: { note_id }, state: "acked" });
  });

  it("closes with the token it came with (I33)", async () => {
    const session = await relay.session(kind);
    const [hose, other] = [await watch(session), await watch(session, { token: session.creator })];
    await relay.ok(
      "DELETE",
      `${session.path}/supervisor-tokens/${session.created.supervisor_token_id}`,
      session.creator,
    );
    expect(await hose.closed).toEqual({ code: 4403, reason: "permission_denied" });
    await session.join();
    expect((await other.next("participant.joined")).name).toBe("participant.joined");
  });

  it("takes eight of them and refuses the ninth with 4429", async () => {
    const session = await relay.session(kind);
    const eight = await Promise.all(Array.from({ length: 8 }, () => watch(session)));
    expect(await open(session, "firehose", session.supervisor).closed).toMatchObject({ code: 4429 });
    eight[0]!.close();
    await eight[0]!.closed;
    const again = await watch(session);
    await session.join();
    await again.next("participant.joined");
  });

  it("has the past first, where there is one (D-89)", async () => {
    const session = await relay.session(kind);
    await session.fill(3);
    const past = open(session, "firehose", session.supervisor, { query: "after_seq=1" });
    if (kind.persistence === null) return expect((await past.closed).code).toBe(4400);
    await session.join();
    await expect.poll(() => past.frames.length).toBe(3);
    expect(past.frames.map(({ seq }) => seq)).toEqual([2, 3, 4]);
  });
});

describe("no stream", () => {
  it("for a page of another origin: 403, before anything else (U30)", async () => {
    const session = await relay.session();
    const [a] = await session.fill(1);
    for (const origin of ["https://evil.example", "null"]) {
      const refused = open(session, "participants/me/events", a!.token, { options: { origin } });
      expect(await refused.closed).toMatchObject({ code: 1006 });
    }
    const own = open(session, "participants/me/events", a!.token, { options: { origin: relay.origin } });
    await own.opened();
    own.close();
  });

  it.each([
    ["nobody", null, "", 4401],
    ["a cursor that is no number", "a", "last_acked_seq=x", 4400],
  ])("for %s", async (_, token, query, code) => {
    const session = await relay.session();
    expect(await open(session, "participants/me/events", token, { query }).closed).toMatchObject({ code });
  });

  it("where a socket is asked for without being one", async () => {
    const session = await relay.session();
    const [a] = await session.fill(1);
    expect((await relay.call("GET", `${a!.me}/events`, a!.token)).status).toBe(404);
    expect((await relay.call("GET", `${session.path}/firehose`, session.supervisor)).status).toBe(404);
  });
});
