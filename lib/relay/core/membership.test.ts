import { describe, expect, it } from "vitest";
import { names, payloadOf, Room, T0, token } from "@/lib/relay/core/testing/room";

describe("joining (D-72, D-74)", () => {
  it("gives what the newcomer needs, itself included", () => {
    const room = new Room({ request: { purpose: { kind: "k" } } });
    const input = { participantId: "p-me", tokenDigest: "d", reach: "rest", connection: null } as const;
    const request = { role: "worker", capabilities: ["respond"], objective: "o", metadata: { a: 1 } };
    const joined = room.ok("join", token("join"), { request: { ...request, delivery_mode: "push" }, ...input });
    const me = {
      participant_id: "p-me",
      ...request,
      joined_at: "2030-01-01T00:00:00.000Z",
      online: true,
      supervision_state: "active",
    };
    expect(joined).toMatchObject({
      participantId: "p-me",
      description: { purpose: { kind: "k" }, roster: [me], persistence: null },
    });
    expect(room.state.participants[0]?.deliveryMode).toBe("pull");
  });

  it("defaults to no role and no capabilities, and over MCP to push", () => {
    const room = new Room();
    const a = room.join({}, { connection: "m" });
    expect(room.participant(a)).toMatchObject({ role: null, capabilities: [], metadata: {}, deliveryMode: "push" });
    expect(room.participant(room.join({ delivery_mode: "pull" }, { connection: "n" }))?.deliveryMode).toBe("pull");
  });

  it("fills the session to its last place (I20)", () => {
    const room = new Room({ request: { config: { max_participants: 2 } } });
    const a = room.join();
    room.join();
    const input = { request: {}, participantId: "p", tokenDigest: "d", reach: "rest", connection: null } as const;
    expect(room.refused("join", room.creator, input).code).toBe("session_full");
    room.ok("leave", a.caller, {});
    expect(room.join()).toBeTruthy();
  });

  it.each([
    [{ role: "r".repeat(65) }, "validation_error"],
    [{ capabilities: Array<string>(33).fill("c") }, "validation_error"],
    [{ capabilities: ["c".repeat(65)] }, "validation_error"],
    [{ objective: "é".repeat(513) }, "payload_too_large"],
    [{ metadata: { a: "x".repeat(8192) } }, "payload_too_large"],
  ])("beyond a limit is refused: case %#", (request, code) => {
    const room = new Room();
    const input = { request, participantId: "p", tokenDigest: "d", reach: "rest", connection: null } as const;
    expect(room.refused("join", token("join"), input).code).toBe(code);
    const me = room.join();
    expect(room.refused("update_self", me.caller, { patch: request }).code).toBe(code);
  });

  it("is known to others before anything comes from the newcomer (I07)", () => {
    const room = new Room();
    const a = room.join();
    const b = room.join();
    room.send(b, [a]);
    expect(names(room.drain(a).messages)).toEqual(["participant.joined", "command.received"]);
  });
});

describe("a join whose reply was lost (D-73, U17)", () => {
  it("is repeated with its nonce and leaves no orphan", () => {
    const room = new Room();
    const other = room.join();
    const first = room.join({ client_nonce: "n", role: "a" });
    const again = room.join({ client_nonce: "n", role: "a" });
    expect(again.id).toBe(first.id);
    expect(room.state.participants).toHaveLength(2);
    expect(names(room.drain(other).messages)).toEqual(["participant.joined"]);
    expect(room.refused("drain", first.caller, { cursor: null }).code).toBe("permission_denied");
    expect(room.drain(again).messages).toEqual([]);
  });

  it("tells others where the repeat says something else of itself", () => {
    const room = new Room();
    const other = room.join();
    room.join({ client_nonce: "n", role: "a" });
    const again = room.join({ client_nonce: "n", role: "b" });
    expect(names(room.drain(other).messages)).toEqual(["participant.joined", "participant.updated"]);
    expect(room.participant(again)?.role).toBe("b");
  });

  it("makes a second participant once the first has been heard of, or too late, or by another invite", () => {
    const used = new Room();
    used.drain(used.join({ client_nonce: "n" }));
    used.join({ client_nonce: "n" });
    expect(used.state.participants).toHaveLength(2);

    const late = new Room();
    late.join({ client_nonce: "n" });
    late.advance(120_001);
    late.join({ client_nonce: "n" });
    expect(late.state.participants).toHaveLength(2);

    const elsewhere = new Room();
    elsewhere.join({ client_nonce: "n" });
    elsewhere.ok("mint_join_token", elsewhere.creator, { digest: "second" });
    elsewhere.join({ client_nonce: "n" }, { caller: token("second") });
    expect(elsewhere.state.participants).toHaveLength(2);
  });
});

describe("updating oneself (D-74, I31, U19)", () => {
  it("changes what is named, clears what is null, and is one event", () => {
    const room = new Room();
    const me = room.join({ role: "r", capabilities: ["a", "b"], objective: "o", metadata: { a: 1 } });
    const before = room.events.length;
    room.ok("update_self", me.caller, { patch: { capabilities: ["c"], objective: null } });
    expect(names(room.events.slice(before))).toEqual(["participant.updated"]);
    expect(room.participant(me)).toMatchObject({ role: "r", capabilities: ["c"], objective: null, metadata: { a: 1 } });
    const { participant } = room.ok("update_self", me.caller, {
      patch: { role: null, capabilities: null, metadata: null },
    });
    expect(participant).toMatchObject({ role: null, capabilities: [], metadata: {} });
  });
});

describe("leaving (D-07, D-76)", () => {
  it("tells the others, with feedback where there is some", () => {
    const room = new Room();
    const [a, b, c] = [room.join(), room.join(), room.join()];
    room.drain(c);
    expect(room.ok("leave", a.caller, { feedback: { summary: "s", rating: 5 } })).toEqual({ left: true });
    room.ok("leave", b.caller, {});
    expect(room.drain(c).messages.map(payloadOf)).toEqual([
      { participant_id: a.id, reason: "left", feedback: { summary: "s", rating: 5 } },
      { participant_id: b.id, reason: "left" },
    ]);
    expect(room.ok("leave", a.caller, {})).toEqual({ already_left: true });
    expect(room.named("participant.left")).toHaveLength(2);
  });

  it.each([
    [4094, true],
    [4095, false],
  ])("with feedback of %i characters between quotes succeeds: %s", (length, leaves) => {
    const room = new Room();
    const a = room.join();
    const reply = room.call("leave", a.caller, { feedback: "x".repeat(length) });
    expect(reply.ok).toBe(leaves);
    expect(room.participant(a) === undefined).toBe(leaves);
    if (!reply.ok) expect(reply.error.code).toBe("payload_too_large");
  });

  it("closes the stream", () => {
    const room = new Room();
    const a = room.join();
    const streamId = room.stream(a);
    room.ok("leave", a.caller, {});
    expect(room.closed(streamId)).toBe("ended");
  });
});

describe("presence over MCP (D-82, D-84, I30)", () => {
  const bound = (delivery_mode: "push" | "pull" = "pull") => {
    const room = new Room();
    const other = room.join();
    const me = room.join({ delivery_mode }, { connection: "m" });
    room.drain(other);
    return { room, other, me };
  };
  const online = (room: Room, who: { id: string }) => room.state.participants.find(({ id }) => id === who.id)?.online;

  it("ends with the connection, and with the grace the participation", () => {
    const { room, other, me } = bound();
    room.signal("connection_closed", { connection: "m" });
    expect(online(room, me)).toBe(false);
    room.advance(299_999);
    expect(room.participant(me)).toBeDefined();
    room.advance(1);
    expect(room.drain(other).messages.map(payloadOf).at(-1)).toEqual({
      participant_id: me.id,
      reason: "offline_timeout",
    });
  });

  it("comes back with any call, which another refusal does not undo, and the buffer is kept", () => {
    const { room, other, me } = bound();
    room.signal("connection_closed", { connection: "m" });
    room.send(other, [me]);
    room.advance(1000);
    expect(names(room.drain(me).messages)).toEqual(["command.received"]);
    expect(online(room, me)).toBe(true);
    expect(names(room.drain(other).messages)).toEqual(["participant.updated", "participant.updated"]);
  });

  it("fades when it is bound to nothing and calls no more", () => {
    const { room, me } = bound();
    room.signal("connection_closed", { connection: "m" });
    room.drain(me);
    room.advance(29_999);
    expect(online(room, me)).toBe(true);
    room.advance(1);
    expect(online(room, me)).toBe(false);
  });

  it("of a push participant lasts 30 s without its stream", () => {
    const { room, me } = bound("push");
    const streamId = room.stream(me, { transport: "mcp" });
    room.advance(600_000);
    expect(online(room, me)).toBe(true);
    room.signal("stream_closed", { participantId: me.id, streamId });
    room.advance(29_999);
    expect(online(room, me)).toBe(true);
    room.advance(1);
    expect(online(room, me)).toBe(false);
    room.stream(me, { transport: "mcp" });
    expect(online(room, me)).toBe(true);
  });

  it("forbids a wait only while its events are pushed (D-23, D-82)", () => {
    const { room, me } = bound("push");
    room.wait(me, { timeoutSeconds: 0 });
    const streamId = room.stream(me, { transport: "mcp" });
    const input = { waitId: "w", names: null, timeoutSeconds: 0, maxSeconds: 1, cursor: null, withSeq: false };
    expect(room.refused("wait", me.caller, input).code).toBe("invalid_delivery_mode");
    expect(room.drain(me).messages).toEqual([]);
    room.signal("stream_closed", { participantId: me.id, streamId });
    room.wait(me, { timeoutSeconds: 0 });
  });

  it("is taken over by a resume, which ends the wait of before", () => {
    const { room, other, me } = bound();
    const waitId = room.wait(me);
    const resumed = room.ok("resume", me.caller, { connection: "n", cursor: null });
    expect(resumed.roster).toHaveLength(2);
    expect(room.got(waitId)).toMatchObject({ messages: [], timedOut: true });
    room.signal("connection_closed", { connection: "m" });
    expect(online(room, me)).toBe(true);
    room.send(other, [me]);
    expect(room.drain(me).messages).toHaveLength(1);
  });

  it("is not a matter over REST, unless the operator says how long silence may last (D-71)", () => {
    const room = new Room({ limits: { rest_stale_seconds: 600 } });
    const [quiet, waiting] = [room.join(), room.join()];
    room.stream(waiting);
    room.advance(600_000);
    expect(room.participant(quiet)).toBeUndefined();
    expect(room.participant(waiting)).toBeDefined();
  });
});

describe("what supervision sees of the roster (D-101, I47)", () => {
  it("claims no more than is known", () => {
    const room = new Room();
    const [a, b] = [room.join(), room.join()];
    room.drain(a);
    room.drain(a);
    room.advance(1000);
    room.send(b, [a]);
    room.send(b, [a]);
    room.drain(a, 0);
    room.note("note", a);
    const roster = room.ok("list_participants", room.supervisor, {}).roster as unknown as Record<string, unknown>[];
    expect(roster[0]).toMatchObject({
      participant_id: a.id,
      delivery_mode: "pull",
      listening: false,
      last_seen_at: new Date(T0 + 1000).toISOString(),
      pending: 1,
      unacked: 2,
    });
    expect(room.ok("list_participants", a.caller, {}).roster[0]).not.toHaveProperty("pending");
  });
});

describe("tokens (D-05, D-79)", () => {
  it("of an invite last 15 minutes, and joining by one does not end with it", () => {
    const room = new Room();
    const a = room.join();
    room.advance(899_999);
    const b = room.join();
    room.advance(1);
    const input = { request: {}, participantId: "p", tokenDigest: "d", reach: "rest", connection: null } as const;
    expect(room.refused("join", token("join"), input).code).toBe("join_token_expired");
    for (const one of [a, b]) expect(room.call("drain", one.caller, { cursor: null }).ok).toBe(true);
    expect(room.ok("mint_join_token", room.creator, { digest: "next" })).toEqual({ expiresAt: room.now + 900_000 });
    expect(room.join({}, { caller: token("next") })).toBeTruthy();
  });

  it("are at most 20 of a kind at a time", () => {
    const room = new Room();
    for (let n = 1; n < 20; n += 1) {
      room.ok("mint_join_token", room.creator, { digest: `j${n}` });
      room.ok("mint_supervisor_token", room.creator, { digest: `s${n}`, tokenId: `st-s${n}` });
    }
    expect(room.refused("mint_join_token", room.creator, { digest: "j20" }).code).toBe("rate_limited");
    expect(room.refused("mint_supervisor_token", room.creator, { digest: "s20", tokenId: "x" }).code).toBe(
      "rate_limited",
    );
    room.ok("revoke_supervisor_token", room.creator, { tokenId: "st-s1" });
    room.ok("mint_supervisor_token", room.creator, { digest: "s20", tokenId: "st-20" });
    room.advance(900_000);
    room.ok("mint_join_token", room.creator, { digest: "j20" });
  });

  it("of supervisors are listed without any secret, and revoked once", () => {
    const room = new Room();
    room.advance(1000);
    room.ok("mint_supervisor_token", room.creator, { digest: "second", tokenId: "st-2" });
    const revoked = room.ok("revoke_supervisor_token", room.creator, { tokenId: "st-1" });
    expect(revoked).toEqual({ revoked: true, revoked_at: "2030-01-01T00:00:01.000Z" });
    room.advance(1000);
    expect(room.ok("revoke_supervisor_token", room.creator, { tokenId: "st-1" })).toEqual(revoked);
    expect(room.ok("list_supervisor_tokens", room.creator, {})).toEqual({
      supervisor_tokens: [
        { token_id: "st-1", created_at: "2030-01-01T00:00:00.000Z", revoked_at: "2030-01-01T00:00:01.000Z" },
        { token_id: "st-2", created_at: "2030-01-01T00:00:01.000Z", revoked_at: null },
      ],
    });
    expect(room.refused("revoke_supervisor_token", room.creator, { tokenId: "st-9" }).code).toBe("validation_error");
  });
});

describe("the purpose (D-75)", () => {
  it("is replaced or cleared for all to see", () => {
    const room = new Room({ request: { purpose: { kind: "old" } } });
    const a = room.join();
    room.drain(a);
    expect(room.ok("update_purpose", room.creator, { purpose: { kind: "new", free: [1] } })).toEqual({
      purpose: { kind: "new", free: [1] },
    });
    room.ok("update_purpose", room.admin, { purpose: null });
    expect(room.drain(a).messages.map(payloadOf)).toEqual([{ purpose: { kind: "new", free: [1] } }, { purpose: null }]);
    expect(room.ok("describe", a.caller, {}).purpose).toBeNull();
    const big = { a: "x".repeat(16_384) };
    expect(room.refused("update_purpose", room.creator, { purpose: big }).code).toBe("invalid_config");
  });
});
