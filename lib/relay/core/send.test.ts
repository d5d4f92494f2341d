import { describe, expect, it } from "vitest";
import { names, payloadOf, raw, Room } from "@/lib/relay/core/testing/room";

function roomOf(count: number, options?: ConstructorParameters<typeof Room>[0]) {
  const room = new Room(options);
  const host = room.join({ role: "host" });
  const workers = Array.from({ length: count }, () => room.join({ role: "worker", capabilities: ["respond"] }));
  for (const one of [host, ...workers]) room.drain(one);
  return { room, host, workers };
}

describe("dispatch specific (D-31, D-34)", () => {
  it("reaches whom it names, once each, and says so", () => {
    const { room, host, workers } = roomOf(2);
    const [a] = workers;
    const sent = room.send(host, [a!, a!], { commandId: "c", payload: raw({ q: "ping" }) });
    expect(sent).toEqual({
      command_id: "c",
      delivered_to: [a!.id],
      expires_at: "2030-01-01T00:01:00.000Z",
      expires_in_ms: 60_000,
      effective_timeout_seconds: 60,
    });
    const { messages } = room.drain(a!);
    expect(payloadOf(messages[0])).toEqual({
      command_id: "c",
      sender_id: host.id,
      dispatch_mode: "specific",
      dispatched_to: [a!.id],
      payload: { q: "ping" },
      expires_at: "2030-01-01T00:01:00.000Z",
    });
    expect(room.drain(workers[1]!).messages).toEqual([]);
  });

  it("passes the payload through as the text that came (I21, D-45)", () => {
    const { room, host, workers } = roomOf(1);
    const text = '{"big":9007199254740993,"__proto__":{"a":"\\u0000\\ud800"},"a":1,"a":2, "e":1e400}';
    room.send(host, workers, { payload: { text, bytes: text.length } });
    expect(room.drain(workers[0]!).messages[0]?.payload).toContain(`"payload":${text},"expires_at"`);
  });

  it("refuses unknown and departed targets, and the sender itself, all or nothing (I04)", () => {
    const { room, host, workers } = roomOf(2);
    const [a, b] = workers;
    room.ok("leave", b!.caller, {});
    room.drain(host);
    room.drain(a!);
    const ghost = { id: "p-nobody", caller: a!.caller };
    const error = room.refused("send", host.caller, room.command([a!, b!, ghost]));
    expect(error).toMatchObject({ code: "invalid_targets", details: { unknown: [b!.id, "p-nobody"] } });
    expect(room.refused("send", host.caller, room.command([host])).code).toBe("invalid_targets");
    expect(room.drain(a!).messages).toEqual([]);
  });

  it("fails as a whole when one target is paused (D-35, I29)", () => {
    const { room, host, workers } = roomOf(2);
    room.note("halt", workers[0]!);
    const error = room.refused("send", host.caller, room.command(workers));
    expect(error).toMatchObject({ code: "participant_paused", details: { paused: [workers[0]!.id] } });
    expect(names(room.drain(workers[1]!).messages)).toEqual(["participant.updated"]);
  });

  it("takes 200 unread commands of one sender, and refuses the 201st (D-22, U21)", () => {
    const { room, host, workers } = roomOf(2);
    const [a, b] = workers;
    for (let n = 0; n < 200; n += 1) room.send(host, [a!]);
    expect(room.refused("send", host.caller, room.command([a!, b!]))).toMatchObject({
      code: "rate_limited",
      details: { queue_full: [a!.id] },
    });
    expect(room.send(b!, [a!]).delivered_to).toEqual([a!.id]);
    const { skipped, delivered_to } = room.send(host, [], { dispatch: "all", target: { role: "worker" } });
    expect({ skipped, delivered_to }).toEqual({
      skipped: [{ participant_id: a!.id, reason: "queue_full" }],
      delivered_to: [b!.id],
    });
    room.drain(a!);
    expect(room.send(host, [a!]).delivered_to).toEqual([a!.id]);
    expect(room.participant(a!)).toBeDefined();
  });
});

describe("dispatch all and any (D-31, D-32, D-35, D-43)", () => {
  it("matches role and capability to the letter, never the sender", () => {
    const { room, host, workers } = roomOf(2);
    const odd = room.join({ role: "Worker", capabilities: ["respond"] });
    const all = (target: object) => room.send(host, [], { dispatch: "all", target }).delivered_to;
    expect(all({ role: "worker" })).toEqual(workers.map(({ id }) => id));
    expect(all({ capability: "respond" })).toEqual([...workers, odd].map(({ id }) => id));
    expect(all({ role: "Worker", capability: "respond" })).toEqual([odd.id]);
    expect(all({ role: "host" })).toEqual([]);
  });

  it("reaches nobody without being an error", () => {
    const { room, host } = roomOf(0);
    const sent = room.send(host, [], { commandId: "c", dispatch: "any", target: { role: "worker" } });
    expect(sent.delivered_to).toEqual([]);
    expect(room.drain(host).messages.map(payloadOf)).toEqual([
      { command_id: "c", received_count: 0, expected_count: 0, reason: "no_recipients" },
    ]);
  });

  it("reaches the offline by all, and not by any", () => {
    const room = new Room();
    const host = room.join({ role: "host" });
    const worker = room.join({ role: "worker" }, { connection: "m" });
    room.signal("connection_closed", { connection: "m" });
    const to = (dispatch: "all" | "any") => room.send(host, [], { dispatch, target: { role: "worker" } }).delivered_to;
    expect(to("any")).toEqual([]);
    expect(to("all")).toEqual([worker.id]);
  });

  it.each(["all", "any"] as const)("%s passes over the paused, and fails when all are", (dispatch) => {
    const { room, host, workers } = roomOf(2);
    room.note("halt", workers[0]!);
    const input = room.command([], { dispatch, target: { role: "worker" } });
    expect(room.ok("send", host.caller, input).delivered_to).toEqual([workers[1]!.id]);
    room.note("halt", workers[1]!);
    const again = room.command([], { dispatch, target: { role: "worker" } });
    expect(room.refused("send", host.caller, again)).toMatchObject({
      code: "participant_paused",
      details: { paused: workers.map(({ id }) => id) },
    });
  });

  it("picks in turn, and first among those that listen (I27)", () => {
    const { room, host, workers } = roomOf(3);
    const any = () => room.send(host, [], { dispatch: "any", target: { role: "worker" } }).delivered_to[0];
    const ids = workers.map(({ id }) => id);
    expect([any(), any(), any(), any()]).toEqual([ids[0], ids[1], ids[2], ids[0]]);
    room.wait(workers[2]!, { names: ["supervisor.note"], timeoutSeconds: 0 });
    expect([any(), any()]).toEqual([ids[2], ids[2]]);
    room.advance(90_001);
    expect([any(), any(), any()]).toEqual([ids[0], ids[1], ids[2]]);
  });
});

describe("a sender (D-36)", () => {
  it("that is halted sends nothing, unless the operator allows it", () => {
    for (const pausedMaySend of [false, true]) {
      const { room, host, workers } = roomOf(1, { pausedMaySend });
      room.note("halt", host);
      const reply = room.call("send", host.caller, room.command(workers));
      expect(reply.ok ? "ok" : reply.error.code).toBe(pausedMaySend ? "ok" : "sender_paused");
    }
  });

  it.each([
    [262_144, true],
    [262_145, false],
  ])("with a payload of %i bytes is taken: %s (I20, U22)", (bytes, taken) => {
    const { room, host, workers } = roomOf(1);
    const input = room.command(workers, { payload: { text: '""', bytes } });
    const reply = room.call("send", host.caller, input);
    expect(reply.ok).toBe(taken);
    if (!reply.ok) expect(reply.error).toMatchObject({ code: "payload_too_large", details: { limit: 262_144 } });
    expect(room.send(host, workers).delivered_to).toHaveLength(1);
  });

  it.each([
    [null, 60],
    [0.2, 1],
    [1.5, 1.5],
    [300, 300],
    [1e9, 300],
  ])("asking for %s seconds gets %s", (asked, got) => {
    const { room, host, workers } = roomOf(1);
    const sent = room.send(host, workers, { timeoutSeconds: asked });
    expect(sent.effective_timeout_seconds).toBe(got);
    expect(sent.expires_in_ms).toBe(got * 1000);
  });
});

describe("a command id (D-37, I28, U34)", () => {
  it("answers a repeat with the first reply, and delivers once", () => {
    const { room, host, workers } = roomOf(1);
    const input = room.command(workers, { commandId: "mine" });
    const first = room.ok("send", host.caller, input);
    room.note("halt", host);
    room.advance(1000);
    expect(room.ok("send", host.caller, input)).toEqual({ ...first, expires_in_ms: 59_000 });
    room.respond(workers[0]!, "mine");
    expect(room.ok("send", host.caller, input).delivered_to).toEqual(first.delivered_to);
    const received = room.drain(workers[0]!).messages.filter(({ name }) => name === "command.received");
    expect(received).toEqual([]);
    expect(room.named("command.received")).toHaveLength(1);
  });

  it("refuses another body, and another sender, telling neither anything", () => {
    const { room, host, workers } = roomOf(2);
    const [a, b] = workers;
    room.send(host, [a!], { commandId: "mine" });
    const other = room.refused("send", host.caller, room.command([a!], { commandId: "mine", fingerprint: "other" }));
    expect(other.code).toBe("idempotency_mismatch");
    const foreign = room.refused("send", b!.caller, room.command([a!], { commandId: "mine" }));
    expect(foreign).toMatchObject({ code: "command_id_conflict", details: undefined });
  });

  it("is free again after a refused send", () => {
    const { room, host, workers } = roomOf(1);
    room.note("halt", workers[0]!);
    const input = room.command(workers, { commandId: "mine" });
    room.refused("send", host.caller, input);
    room.note("continue", workers[0]!);
    expect(room.ok("send", host.caller, input).delivered_to).toHaveLength(1);
  });

  it("is remembered for the last ones of each sender", () => {
    const { room, host, workers } = roomOf(1, { limits: { max_remembered_commands: 3 } });
    for (const commandId of ["1", "2", "3", "4"]) {
      room.send(host, workers, { commandId });
      room.respond(workers[0]!, commandId);
    }
    const before = room.state.seq;
    room.send(host, workers, { commandId: "2" });
    expect(room.state.seq).toBe(before);
    room.send(host, workers, { commandId: "1" });
    expect(room.state.seq).toBeGreaterThan(before);
  });
});
