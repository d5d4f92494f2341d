import { describe, expect, it } from "vitest";
import { names, payloadOf, Room } from "@/lib/relay/core/testing/room";

function pair() {
  const room = new Room();
  const sender = room.join({ role: "sender" });
  const a = room.join({ role: "a" });
  const b = room.join({ role: "b" });
  for (const one of [sender, a, b]) room.drain(one);
  return { room, sender, a, b };
}

function code(reply: ReturnType<Room["respond"]>): string {
  return reply.ok ? "ok" : reply.error.code;
}

describe("an answer", () => {
  it("reaches the sender before the completion does (I07, I23)", () => {
    const { room, sender, a, b } = pair();
    room.send(sender, [a, b], { commandId: "c" });
    expect(room.respond(a, "c")).toEqual({ ok: true, value: { command_id: "c", accepted: true } });
    expect(names(room.drain(sender).messages)).toEqual(["result.received"]);
    room.respond(b, "c");
    const { messages } = room.drain(sender);
    expect(names(messages)).toEqual(["result.received", "command.completed"]);
    expect(payloadOf(messages[0])).toEqual({ command_id: "c", responder_id: b.id, status: "ok", payload: "done" });
    expect(payloadOf(messages[1])).toEqual({
      command_id: "c",
      received_count: 2,
      expected_count: 2,
      reason: "all_responded",
    });
  });

  it("is taken once, and a repeat is told whether it was the same (I25, D-42)", () => {
    const { room, sender, a, b } = pair();
    room.send(sender, [a, b], { commandId: "c" });
    room.respond(a, "c", "first");
    for (const late of [false, true]) {
      if (late) room.respond(b, "c");
      const reply = { commandId: "c", status: "ok", payload: { text: "1", bytes: 1 } } as const;
      const same = room.refused("respond", a.caller, { ...reply, fingerprint: "first" });
      const other = room.refused("respond", a.caller, { ...reply, fingerprint: "other" });
      expect([same.code, same.details]).toEqual(["already_responded", { same_body: true }]);
      expect([other.code, other.details]).toEqual(["already_responded", { same_body: false }]);
    }
  });

  it("counts a moment before the deadline and not at it (I24)", () => {
    for (const [ms, expected] of [
      [59_999, "ok"],
      [60_000, "command_not_found"],
    ] as const) {
      const { room, sender, a } = pair();
      room.send(sender, [a], { commandId: "c" });
      // The host's timer is late: the clock alone decides.
      room.now += ms;
      expect(code(room.respond(a, "c"))).toBe(expected);
      room.advance(1000);
      expect(room.named("command.completed")).toHaveLength(1);
      expect(room.named("result.received")).toHaveLength(expected === "ok" ? 1 : 0);
    }
  });

  it("is for recipients only (I26)", () => {
    const { room, sender, a, b } = pair();
    room.send(sender, [a], { commandId: "c" });
    expect(code(room.respond(b, "c"))).toBe("not_a_recipient");
    expect(code(room.respond(sender, "c"))).toBe("not_a_recipient");
    expect(code(room.respond(a, "unknown"))).toBe("command_not_found");
    room.ok("leave", a.caller, {});
    expect(code(room.respond(a, "c"))).toBe("participant_evicted");
  });

  it("of a halted participant is taken (D-36)", () => {
    const { room, sender, a } = pair();
    room.send(sender, [a], { commandId: "c" });
    room.note("halt", a);
    expect(code(room.respond(a, "c"))).toBe("ok");
  });

  it("shows that the command has arrived: it is not handed out again", () => {
    const { room, sender, a } = pair();
    room.send(sender, [a], { commandId: "c" });
    room.drain(a, null, false);
    room.respond(a, "c");
    expect(room.drain(a).messages).toEqual([]);
  });
});

describe("time", () => {
  it("closes a command once, and tells those who work on it (I22, D-28, D-38)", () => {
    const { room, sender, a, b } = pair();
    room.send(sender, [a, b], { commandId: "c", timeoutSeconds: 10 });
    room.drain(a);
    room.advance(10_000);
    expect(payloadOf(room.drain(sender).messages[0])).toEqual({
      command_id: "c",
      received_count: 0,
      expected_count: 2,
      reason: "ttl_expired",
    });
    expect(room.drain(a).messages.map(payloadOf)).toEqual([{ command_id: "c", reason: "ttl_expired" }]);
    // It was never handed the command, so there is nothing for it to stop.
    expect(room.drain(b).messages).toEqual([]);
    room.advance(600_000);
    expect(room.named("command.completed")).toHaveLength(1);
  });

  it("does not bring back a command whose reply was lost and whose time is up (D-38)", () => {
    const { room, sender, a } = pair();
    room.send(sender, [a], { commandId: "c" });
    room.drain(a, null, false);
    room.advance(60_000);
    expect(names(room.drain(a).messages)).toEqual(["command.cancelled"]);
  });
});

describe("a recipient that goes (D-29)", () => {
  it.each(["left", "removed", "offline_timeout"] as const)("%s: the command goes on without it", (reason) => {
    const { room, sender, a } = pair();
    const c = room.join({}, { connection: "m" });
    room.drain(sender);
    room.send(sender, [a, c], { commandId: "c", timeoutSeconds: 300 });
    room.respond(a, "c");
    if (reason === "left") room.ok("leave", c.caller, {});
    else if (reason === "removed") room.ok("remove_participant", room.creator, { participantId: c.id, noteId: "sn-1" });
    else {
      room.send(sender, [c], { commandId: "later", timeoutSeconds: 300 });
      room.signal("connection_closed", { connection: "m" });
      room.state = { ...room.state, config: { ...room.state.config, offline_grace_seconds: 60 } };
      room.advance(60_000);
    }
    const completed = room.drain(sender).messages.filter(({ name }) => name === "command.completed");
    expect(payloadOf(completed[0])).toEqual({
      command_id: "c",
      received_count: 1,
      expected_count: 2,
      reason: "recipients_gone",
      missing: [{ participant_id: c.id, reason }],
    });
  });

  it("after its answer changes nothing", () => {
    const { room, sender, a, b } = pair();
    room.send(sender, [a, b], { commandId: "c" });
    room.respond(a, "c");
    room.ok("leave", a.caller, {});
    expect(room.named("command.completed")).toEqual([]);
    room.respond(b, "c");
    expect(payloadOf(room.named("command.completed")[0])).toMatchObject({ reason: "all_responded", received_count: 2 });
  });
});

describe("a sender that goes (D-44)", () => {
  it("leaves its results orphaned and its commands cancelled, once each (I22)", () => {
    const { room, sender, a, b } = pair();
    room.send(sender, [a, b], { commandId: "c" });
    room.drain(b);
    room.respond(a, "c");
    room.ok("leave", sender.caller, {});
    expect(room.drain(a).messages.map(payloadOf).at(-1)).toEqual({
      command_id: "c",
      received_count: 1,
      expected_count: 2,
      reason: "sender_gone",
      orphaned_results: [a.id],
    });
    expect(room.drain(b).messages.map(payloadOf).at(-1)).toEqual({ command_id: "c", reason: "sender_gone" });
    expect(code(room.respond(b, "c"))).toBe("command_not_found");
    expect(room.state.deadlines.size).toBe(0);
    expect(room.state.sent.size).toBe(0);
  });

  it("is only logged where nobody is left to tell (I22)", () => {
    const { room, sender, a, b } = pair();
    room.send(sender, [a, b], { commandId: "c" });
    room.ok("leave", sender.caller, {});
    expect(room.named("command.completed")).toHaveLength(1);
    expect(room.named("command.completed")[0]?.to).toEqual([]);
    expect(room.named("command.cancelled")).toEqual([]);
    expect(names(room.drain(a).messages)).toEqual(["participant.left"]);
  });

  it("is not one that is offline", () => {
    const room = new Room();
    const sender = room.join({}, { connection: "m" });
    const a = room.join();
    room.send(sender, [a], { commandId: "c" });
    room.signal("connection_closed", { connection: "m" });
    expect(code(room.respond(a, "c"))).toBe("ok");
    expect(names(room.drain(sender).messages)).toEqual(["participant.joined", "result.received", "command.completed"]);
  });
});
