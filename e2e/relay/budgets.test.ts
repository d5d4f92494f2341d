import { UNHURRIED } from "@/e2e/relay/setup";
import { ownRelay } from "@/e2e/relay/support/own-relay";
import { KINDS, names, type Relay, type Json, type Kind, type Member, type Session } from "@/e2e/relay/support/relay";
import { attach, watch } from "@/e2e/relay/support/socket";
import { describe, expect, it } from "vitest";

const [EPHEMERAL, PERSISTED] = KINDS;

async function pair(relay: Relay, kind: Kind): Promise<{ session: Session; a: Member; b: Member }> {
  const session = await relay.session(kind);
  const [a, b] = await session.fill(2);
  await a!.drain();
  return { session, a: a!, b: b! };
}

const refusal = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code, body.error?.details];
/** Parks a wait for what never comes; the reply to it is of no interest. */
const park = (member: Member, signal: AbortSignal) =>
  void member.call("POST", `${member.me}/inbox/wait`, { names: ["nothing"] }, { signal }).catch(() => undefined);

describe("what one session may take", () => {
  const stage = ownRelay({
    ...UNHURRIED,
    SW_MAX_WAITS_PER_SESSION: "2",
    SW_MAX_WAITS: "3",
    SW_MAX_BUFFER_BYTES_PER_SESSION: "3000",
    SW_MAX_DRAIN_BYTES: "1500",
    SW_MAX_JOURNAL_BYTES_PER_SESSION: "12000",
    SW_MAX_NOTES: "2",
    SW_MAX_REMEMBERED_COMMANDS: "2",
    SW_MAX_UNACKED_FRAMES: "3",
    SW_CLIENT_NONCE_SECONDS: "1",
    SW_MIN_PERSISTENCE_TTL_SECONDS: "4000",
    SW_MAX_PERSISTENCE_TTL_SECONDS: "90000",
  });

  it("max_waits_per_session and max_waits: the next one is told to come again", async () => {
    const session = await stage.relay.session();
    const [a, b, c] = await session.fill(3);
    const ended = new AbortController();
    const open = async () => (await stage.relay.ok("GET", `${session.path}/participants`, session.supervisor)).roster;
    for (const member of [a!, b!]) park(member, ended.signal);
    await expect.poll(async () => (await open()).filter((one: Json) => one.listening).length).toBe(2);
    const third = await c!.call("POST", `${c!.me}/inbox/wait`, { timeout_seconds: 0.1 });
    expect(refusal(third)).toEqual([429, "too_many_waits", { limit: 2 }]);

    const other = await pair(stage.relay, EPHEMERAL);
    park(other.a, ended.signal);
    await other.b.drain();
    await expect
      .poll(async () => refusal(await other.b.call("POST", `${other.b.me}/inbox/wait`, { timeout_seconds: 0.05 })))
      .toEqual([429, "too_many_waits", { limit: 3 }]);
    ended.abort();
    await expect
      .poll(async () => (await c!.call("POST", `${c!.me}/inbox/wait`, { timeout_seconds: 0 })).status)
      .toBe(200);
  });

  it("max_buffer_bytes_per_session: what is dropped is told to whom it was for, and to supervisors (I17)", async () => {
    const { session, a, b } = await pair(stage.relay, EPHEMERAL);
    const firehose = await watch(session);
    for (let n = 0; n < 5; n += 1) await a.send([b], { payload: String(n).repeat(900) });
    const { payload } = await firehose.next("buffer_evicted");
    expect(payload).toMatchObject({ reason: "byte_budget", buffer_byte_cap: 3000 });
    expect(payload.buffered_bytes).toBeLessThanOrEqual(3000);
    const first = await b.ok("POST", `${b.me}/inbox/drain`);
    expect(first.gap).toMatchObject({ dropped: expect.any(Number) });
    const rest: Json[] = [...first.messages];
    for (let more = first.has_more; more;) {
      const next = await b.ok("POST", `${b.me}/inbox/drain`);
      rest.push(...next.messages);
      more = next.has_more;
    }
    const left = rest.filter(({ name }) => name === "command.received");
    expect(left.length + first.gap.dropped).toBe(5);
    expect(left.at(-1)!.payload.payload).toBe("4".repeat(900));
  });

  it("max_buffer_bytes_per_session: a session that is kept drops nothing, it reads again (D-22)", async () => {
    const { a, b } = await pair(stage.relay, PERSISTED);
    for (let n = 0; n < 5; n += 1) await a.send([b], { payload: String(n).repeat(900) });
    const read: Json[] = [];
    for (let more = true; more;) {
      const page = await b.ok("POST", `${b.me}/inbox/drain`);
      expect(page).not.toHaveProperty("gap");
      read.push(...page.messages);
      more = page.has_more === true;
    }
    const payloads = read.filter(({ name }) => name === "command.received").map(({ payload }) => payload.payload[0]);
    expect(payloads).toEqual(["0", "1", "2", "3", "4"]);
  });

  it.each(KINDS)("max_drain_bytes: the rest is for the next reply, also in a session that is $kind", async (kind) => {
    const { a, b } = await pair(stage.relay, kind);
    await b.drain();
    for (let n = 0; n < 2; n += 1) await a.send([b], { payload: String(n).repeat(900) });
    const first = await b.ok("POST", `${b.me}/inbox/drain`);
    expect([first.messages.length, first.has_more]).toEqual([1, true]);
    const second = await b.ok("POST", `${b.me}/inbox/drain`);
    expect([second.messages.length, second.has_more]).toEqual([1, undefined]);
  });

  it("max_journal_bytes_per_session: a full journal takes nothing more, and what it has stays", async () => {
    const { session, a, b } = await pair(stage.relay, PERSISTED);
    const path = `${session.path}/commands`;
    const body = { dispatch: "specific", target: { participant_ids: [b.id] }, payload: "x".repeat(900) };
    let taken = 0;
    let reply = await a.call("POST", path, body);
    for (; reply.status === 201; reply = await a.call("POST", path, body)) {
      taken += 1;
      await b.drain();
    }
    expect(refusal(reply)).toEqual([503, "persistence_failed", { reason: "quota", limit: 12_000 }]);
    expect(reply.body.error.retryable).toBe(false);
    expect(taken).toBeGreaterThan(3);
    expect(taken).toBeLessThan(13);
    const kept: Json[] = [];
    for (let after = 0, isMore = true; isMore; after = kept.at(-1)?.seq ?? 0) {
      const query = `?kind=command.received&after_seq=${after}`;
      const { events } = await stage.relay.ok("GET", `${session.path}/events${query}`, a.token);
      kept.push(...events);
      isMore = events.length > 0;
    }
    expect(kept).toHaveLength(taken);
    await session.end();
  });

  it.each(KINDS)("max_notes: of older notes no replies are taken, in a session that is $kind", async (kind) => {
    const { session, a } = await pair(stage.relay, kind);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await session.note("note", a.id, String(n))).note_id);
    const statuses = await Promise.all(
      ids.map(
        async (id) =>
          (await a.call("POST", `${session.path}/supervisor/notes/${id}/replies`, { message: "Understood." })).status,
      ),
    );
    expect(statuses).toEqual([404, 201, 201]);
  });

  it.each(KINDS)("max_remembered_commands: an older id is a new command, in one that is $kind", async (kind) => {
    const { a, b } = await pair(stage.relay, kind);
    await b.drain();
    for (const command_id of ["one", "two"]) {
      await a.send([b], { command_id });
      await b.respond(command_id);
    }
    const received = async () => (await b.drain()).map(({ payload }) => payload.command_id);
    await received();
    await a.send([b], { command_id: "one" });
    expect(await received()).toEqual([]);
    await a.send([b], { command_id: "three" });
    await a.send([b], { command_id: "one" });
    expect(await received()).toEqual(["three", "one"]);
  });

  it("max_unacked_frames: a reader that owes more is written nothing until it pays", async () => {
    const { a, b } = await pair(stage.relay, EPHEMERAL);
    await b.drain();
    const stream = await attach(b, { protocols: ["sessionweave.v1", `bearer.${b.token}`] });
    await stream.next("relay.hello");
    // It acknowledges by frame from now on, and not by the pongs of its library.
    stream.ack(0);
    stream.socket.pong = () => undefined;
    for (let n = 0; n < 5; n += 1) await a.send([b], { payload: n });
    const three = [await stream.next(), await stream.next(), await stream.next()];
    expect(names(three)).toEqual(["command.received", "command.received", "command.received"]);
    expect(stream.frames).toHaveLength(4);
    stream.ack(three[2]!.seq ?? 0);
    expect((await stream.next()).payload.payload).toBe(3);
    expect((await stream.next()).payload.payload).toBe(4);
    stream.close();
  });

  it.each([
    [3_999, 4_000],
    [90_001, 90_000],
  ])("min_ and max_persistence_ttl_seconds: %d s is refused, and the limit taken", async (ttl, limit) => {
    const create = (ttl_seconds: number) =>
      stage.relay.call("POST", "/v1/sessions", null, { persistence: { mode: "ttl", ttl_seconds } });
    const refused = refusal(await create(ttl));
    expect(refused).toEqual([400, "invalid_config", { field: "/persistence/ttl_seconds", limit }]);
    expect((await create(limit)).status).toBe(201);
  });

  it("client_nonce_seconds: after that the same nonce is another participant", async () => {
    const session = await stage.relay.session();
    const join = async () => (await session.join({ client_nonce: "once" })).id;
    const [first, again] = [await join(), await join()];
    const roster = async () =>
      (await stage.relay.ok("GET", `${session.path}/participants`, session.creator)).roster.length;
    expect(again).toBe(first);
    expect(await roster()).toBe(1);
    await expect.poll(async () => (await join(), roster()), { interval: 1200 }).toBe(2);
  });
});

describe("what the relay may take as a whole", () => {
  const stage = ownRelay({
    ...UNHURRIED,
    SW_MAX_HOT_SESSIONS: "3",
    SW_MAX_BUFFER_BYTES: "2000",
  });

  it("max_buffer_bytes and max_hot_sessions: it says that it is full, until there is room", async () => {
    const { session, a, b } = await pair(stage.relay, EPHEMERAL);
    const path = `${session.path}/commands`;
    const body = { dispatch: "specific", target: { participant_ids: [b.id] }, payload: "x".repeat(1500) };
    const create = () => stage.relay.call("POST", "/v1/sessions", null, {});
    for (let n = 0; n < 2; n += 1) expect((await a.call("POST", path, body)).status).toBe(201);
    for (const refused of [await a.call("POST", path, body), await create()])
      expect(refusal(refused)).toEqual([503, "relay_full", { limit: 2000 }]);
    await b.drain();
    await b.drain();
    expect((await a.call("POST", path, body)).status).toBe(201);
    await b.drain();
    await b.drain();

    const second = await stage.relay.session();
    await stage.relay.session();
    expect(refusal(await create())).toEqual([503, "relay_full", { limit: 3 }]);
    await second.end();
    expect((await create()).status).toBe(201);
  });
});

describe("what time takes away", () => {
  const stage = ownRelay({
    ...UNHURRIED,
    SW_IDLE_TTL_SECONDS: "1",
    SW_REST_STALE_SECONDS: "2",
    SW_WS_PING_SECONDS: "1",
    SW_TOMBSTONE_TTL: "1",
  });

  it("idle_ttl_seconds: a session in which nothing happens ends by itself", async () => {
    const session = await stage.relay.session();
    // To look is to do something.
    const status = async () => (await stage.relay.call("GET", session.path, session.creator)).status;
    await expect.poll(status, { interval: 2500 }).toBe(404);
  });

  it("rest_stale_seconds: who does not call any more is gone, and others hear why", async () => {
    const { a, b } = await pair(stage.relay, EPHEMERAL);
    const left: Json[] = [];
    while (left.length === 0)
      left.push(
        ...(await b.wait({ timeout_seconds: 1 })).messages.filter(({ name }: Json) => name === "participant.left"),
      );
    expect(left[0].payload).toMatchObject({ participant_id: a.id, reason: "offline_timeout" });
  });

  it("ws_ping_seconds: a silent socket is asked whether it is there", async () => {
    const { a } = await pair(stage.relay, EPHEMERAL);
    const stream = await attach(a);
    await new Promise((resolve) => stream.socket.once("ping", resolve));
    await new Promise((resolve) => stream.socket.once("ping", resolve));
    stream.close();
  });
});
