import { describe, expect, it } from "vitest";
import { expiresAt, nextDeadline } from "@/lib/relay/core/deadlines";
import { createSession } from "@/lib/relay/core/create";
import { names, payloadOf, PERSISTED, Room, rulesOf, T0, token } from "@/lib/relay/core/testing/room";
import { type CreateSessionRequest, isRelayError, type RelayErrorCode } from "@sess.si/protocol";

const IDLE = 1_800_000;

const isCold = (room: Room) => room.effects.some(({ type }) => type === "cold");

describe("creating (D-60, D-61, D-62, D-69, D-75)", () => {
  const create = (request: CreateSessionRequest, persistence = true) => {
    const digests = { creatorDigest: "c", joinDigest: "j", supervisor: { digest: "s", tokenId: "st-1" } };
    const input = { id: "s-1", request, creatorId: "made", ownerAccountId: null, ...digests };
    return createSession(input, { ...rulesOf(), persistence }, T0);
  };
  const codeOf = (request: CreateSessionRequest, persistence?: boolean): RelayErrorCode | "ok" => {
    try {
      create(request, persistence);
      return "ok";
    } catch (error) {
      if (!isRelayError(error)) throw error;
      return error.code;
    }
  };

  it.each([
    [{ persistence: { mode: "ttl", ttl_seconds: 3599 } }, "invalid_config"],
    [{ persistence: { mode: "ttl", ttl_seconds: 3600 } }, "ok"],
    [{ persistence: { mode: "ttl", ttl_seconds: 7_776_000 } }, "ok"],
    [{ persistence: { mode: "ttl", ttl_seconds: 7_776_001 } }, "invalid_config"],
    [{ config: { max_participants: 16 } }, "ok"],
    [{ config: { max_participants: 17 } }, "invalid_config"],
    [{ config: { max_payload_bytes: 262_145 } }, "invalid_config"],
    // {"a":"…"} around it are eight bytes.
    [{ purpose: { a: "x".repeat(16_384 - 8) } }, "ok"],
    [{ purpose: { a: "x".repeat(16_384 - 7) } }, "invalid_config"],
    [{ purpose: { a: "é".repeat(8189) } }, "invalid_config"],
    [{ creator_id: "x".repeat(128) }, "ok"],
    [{ creator_id: "x".repeat(129) }, "validation_error"],
  ] as [CreateSessionRequest, string][])("case %# comes to its edge", (request, expected) => {
    expect(codeOf(request)).toBe(expected);
  });

  it("keeps nothing where the relay keeps nothing", () => {
    expect(codeOf(PERSISTED, false)).toBe("persistence_failed");
    expect(codeOf({}, false)).toBe("ok");
  });

  it("echoes the creator's name, or makes one", () => {
    expect([create({ creator_id: "alice" }).creatorId, create({}).creatorId]).toEqual(["alice", "made"]);
  });

  it("lowers what it was asked to lower", () => {
    const { config } = create({ config: { max_command_timeout_seconds: 30, idle_ttl_seconds: 5 } });
    expect(config).toEqual({
      max_participants: 16,
      idle_ttl_seconds: 5,
      offline_grace_seconds: 300,
      default_command_timeout_seconds: 30,
      max_command_timeout_seconds: 30,
      max_payload_bytes: 262_144,
      allow_asks: false,
    });
  });
});

describe("an idle ephemeral session", () => {
  it("ends, once, and everything about it is over (I44)", () => {
    const room = new Room();
    const a = room.join();
    room.advance(IDLE - 1);
    expect(room.state.ended).toBeNull();
    room.advance(1);
    expect(room.named("session.ended").map(payloadOf)).toEqual([{ reason: "idle_ttl" }]);
    expect(nextDeadline(room.state)).toBeNull();
    expect(room.refused("drain", a.caller, { cursor: null }).code).toBe("session_not_found");
    room.signal("tick", {});
    room.signal("shut_down", {});
    expect(room.named("session.ended")).toHaveLength(1);
  });

  it("has ended although its timer is late", () => {
    const room = new Room();
    const a = room.join();
    room.now += IDLE;
    expect(room.call("drain", a.caller, { cursor: null })).toMatchObject({ error: { code: "session_not_found" } });
    expect(room.named("session.ended")).toHaveLength(1);
  });

  it("is kept by calls of participants and of its creator, even refused ones, and by no one else (D-58)", () => {
    const after = (act: (room: Room, me: ReturnType<Room["join"]>) => void) => {
      const room = new Room();
      const me = room.join();
      room.ok("mint_join_token", room.creator, { digest: "late" });
      room.advance(60_000);
      act(room, me);
      room.advance(IDLE - 60_000);
      return room.state.ended === null;
    };
    expect(after((room, me) => void room.drain(me))).toBe(true);
    expect(after((room, me) => void room.call("send", me.caller, room.command([me])))).toBe(true);
    expect(after((room) => void room.ok("describe", room.creator, {}))).toBe(true);
    expect(after((room) => void room.ok("describe", token("late"), {}))).toBe(false);
    expect(after((room) => void room.ok("open_firehose", room.creator, { firehoseId: "f" }))).toBe(false);
    expect(after((room) => void room.ok("list_participants", room.supervisor, {}))).toBe(false);
    expect(after((room) => void room.call("describe", token("nobody"), {}))).toBe(false);
  });

  it("is kept by those that listen, and ages from when they stop (D-58)", () => {
    const room = new Room();
    const a = room.join();
    const streamId = room.stream(a);
    room.advance(10 * IDLE);
    room.signal("stream_closed", { participantId: a.id, streamId });
    room.advance(IDLE - 1);
    expect(room.state.ended).toBeNull();
    room.wait(a, { timeoutSeconds: 600 });
    room.advance(600_000 + IDLE - 1);
    expect(room.state.ended).toBeNull();
    room.advance(1);
    expect(room.state.ended).not.toBeNull();
  });

  it("is kept by a pending command (D-64)", () => {
    const room = new Room({ request: { config: { idle_ttl_seconds: 10 } } });
    const [a, b] = [room.join(), room.join()];
    room.send(a, [b], { timeoutSeconds: 60 });
    room.advance(59_999);
    expect(room.state.ended).toBeNull();
    room.advance(1);
    expect(names(room.events.slice(-2))).toEqual(["command.completed", "session.ended"]);
  });
});

describe("an idle persisted session", () => {
  it("goes cold and tells only open waits and WebSockets (D-57, D-58)", () => {
    const room = new Room({ request: PERSISTED });
    const [a, b] = [room.join(), room.join()];
    const c = room.join({ delivery_mode: "push" }, { connection: "m" });
    const ws = room.stream(a);
    const push = room.stream(c, { transport: "mcp" });
    room.advance(IDLE - 1000);
    const waitId = room.wait(b, { names: ["supervisor.note"] });
    room.state = { ...room.state, activeAt: T0 };
    room.frames(ws);
    room.advance(1000);
    expect(isCold(room)).toBe(true);
    expect(room.state.ended).toBeNull();
    expect(room.frames(ws).at(-1)).toMatchObject({ name: "session.cold", payload: "{}", seq: null });
    expect(room.got(waitId).messages).toMatchObject([{ name: "session.cold", seq: null }]);
    expect(names(room.frames(push))).not.toContain("session.cold");
    expect(room.named("session.cold")).toHaveLength(1);
  });

  it("does not go cold under a call that comes first", () => {
    const room = new Room({ request: PERSISTED });
    const a = room.join();
    room.now += IDLE;
    expect(room.call("drain", a.caller, { cursor: null }).ok).toBe(true);
    expect(isCold(room)).toBe(false);
    room.advance(IDLE);
    expect(isCold(room)).toBe(true);
  });

  it("ends at its time, however busy it is (D-60)", () => {
    const room = new Room({ request: { persistence: { mode: "ttl", ttl_seconds: 3600 } } });
    const a = room.join();
    for (let minutes = 0; minutes < 60; minutes += 20) {
      room.drain(a);
      room.advance(1_200_000);
    }
    expect(room.named("session.ended").map(payloadOf)).toEqual([{ reason: "persistence_expired" }]);
  });

  it("that lives until it is deleted ends after long inactivity", () => {
    const room = new Room({ request: { persistence: { mode: "until_deleted" } } });
    expect(expiresAt(room.state)).toBe(T0 + 90 * 86_400_000);
    room.advance(60_000);
    room.join();
    room.ok("describe", room.creator, {});
    expect(expiresAt(room.state)).toBe(T0 + 60_000 + 90 * 86_400_000);
  });

  it("shows how long it is kept", () => {
    const room = new Room({ request: { persistence: { mode: "ttl", ttl_seconds: 3600 } } });
    expect(room.ok("describe", room.creator, {}).persistence).toEqual({
      mode: "ttl",
      ttl_seconds: 3600,
      expires_at: "2030-01-01T01:00:00.000Z",
      state: "hot",
    });
    expect(new Room().ok("describe", room.creator, {}).persistence).toBeNull();
  });
});

describe("an end", () => {
  it.each([
    ["creator", "host_deleted"],
    ["account", "host_deleted"],
    ["admin", "admin_deleted"],
  ])("by the %s is told as %s to every listener", (who, reason) => {
    const room = new Room({ ownerAccountId: "acct" });
    const [a, b] = [room.join(), room.join()];
    const streamId = room.stream(a);
    const waitId = room.wait(b, { names: ["command.received"] });
    room.ok("open_firehose", room.supervisor, { firehoseId: "f" });
    const callers = {
      creator: room.creator,
      admin: room.admin,
      account: { kind: "account", accountId: "acct" } as const,
    };
    expect(room.ok("end", callers[who as keyof typeof callers], {})).toEqual({ ended: true, reason });
    expect(payloadOf(room.frames(streamId).at(-1))).toEqual({ reason });
    expect(room.closed(streamId)).toBe("ended");
    expect(names(room.got(waitId).messages)).toContain("session.ended");
    expect(room.effects).toContainEqual({ type: "close_firehose", firehoseId: "f", reason: "ended" });
  });

  it("reaches a wait beside a stream too", () => {
    const room = new Room();
    const a = room.join();
    const streamId = room.stream(a);
    const waitId = room.wait(a);
    room.ok("end", room.creator, {});
    expect(names(room.frames(streamId))).toEqual(["session.ended"]);
    expect(names(room.got(waitId).messages)).toEqual(["session.ended"]);
  });

  it("by the relay's stop is for ephemeral sessions only (D-67)", () => {
    for (const request of [{}, PERSISTED]) {
      const room = new Room({ request });
      room.join();
      room.signal("shut_down", {});
      expect(room.named("session.ended").map(payloadOf)).toEqual(
        request === PERSISTED ? [] : [{ reason: "server_shutdown" }],
      );
    }
  });
});
