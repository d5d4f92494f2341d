import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DurableRoom } from "@/lib/relay/core/testing/durable-room";
import { type Member, names, payloadOf, PERSISTED, raw, Room, seqs } from "@/lib/relay/core/testing/room";

describe("cases from public reports", () => {
  it("U01: a burst between one answer and the next poll is all there", () => {
    const room = new Room();
    const [counter, reader] = [room.join(), room.join()];
    room.drain(reader);
    const seen: unknown[] = [];
    let sent = 0;
    for (let poll = 0; poll < 50; poll += 1) {
      const waitId = room.wait(reader, { timeoutSeconds: 1 });
      for (let n = 0; n < 20; n += 1) room.send(counter, [reader], { payload: raw((sent += 1)) });
      room.advance(1000);
      const { messages, batch } = room.got(waitId);
      seen.push(...messages.map((message) => payloadOf(message)["payload"]));
      if (batch !== null) room.signal("reply_finished", { participantId: reader.id, batch });
    }
    seen.push(...room.drain(reader).messages.map((message) => payloadOf(message)["payload"]));
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, n) => n + 1));
  });

  it("U03 U04: what was pushed and nobody surfaced can still be drained", () => {
    const room = new Room();
    const sender = room.join();
    const pushed = room.join({ delivery_mode: "push" }, { connection: "m" });
    const streamId = room.stream(pushed, { transport: "mcp" });
    room.send(sender, [pushed]);
    expect(room.frames(streamId)).toHaveLength(1);
    room.signal("stream_closed", { participantId: pushed.id, streamId });
    expect(names(room.drain(pushed).messages)).toEqual(["command.received"]);
  });

  it("U10: the ack floor never passes a lower event that nobody has acknowledged", () => {
    const room = new Room();
    const [a, b] = [room.join(), room.join()];
    room.drain(a);
    room.send(b, [a]);
    room.note("note", a);
    const { messages } = room.got(room.wait(a, { names: ["supervisor.note"], cursor: 1 }));
    expect(seqs(messages)).toEqual([3]);
    room.ok("ack", a.caller, { cursor: 3 });
    expect(seqs(room.drain(a, 3).messages)).toEqual([2]);
  });

  it("U11: eight hours of work leave nobody deaf and nothing behind", () => {
    const room = new DurableRoom({ request: PERSISTED });
    const [host, ...workers] = Array.from({ length: 4 }, () => room.join({ role: "worker" })) as [Member, ...Member[]];
    let results = 0;
    for (let minute = 0; minute < 480; minute += 1) {
      const worker = workers[minute % 3]!;
      const { command_id } = room.send(host, [worker]);
      expect(names(room.drain(worker).messages)).toContain("command.received");
      room.respond(worker, command_id);
      results += room.drain(host).messages.filter(({ name }) => name === "result.received").length;
      room.advance(60_000);
      if (minute % 100 === 99) room.goColdAndBack();
    }
    expect(results).toBe(480);
    expect(room.state.deadlines.size).toBe(0);
    expect(room.state.buffer.droppable.size + room.state.buffer.exempt.size).toBeLessThan(10);
  });

  it("U13: one that comes back before it has seen anything keeps its identity", () => {
    const room = new Room();
    const a = room.join();
    const first = room.stream(a);
    room.signal("stream_closed", { participantId: a.id, streamId: first });
    const b = room.join();
    const second = room.stream(a, { cursor: 0 });
    room.send(b, [a]);
    expect(names(room.frames(second))).toEqual(["participant.joined", "command.received"]);
    expect(room.state.participants.map(({ id }) => id)).toEqual([a.id, b.id]);
  });

  it("U33: only supervision makes a supervisor's note, and what looks like one is a peer's", () => {
    const room = new Room();
    const [a, b] = [room.join({ role: "HumanOverseer" }), room.join()];
    room.drain(b);
    room.send(a, [b], { payload: raw({ name: "supervisor.note", kind: "halt", sender_id: "supervisor" }) });
    const [message] = room.drain(b).messages;
    expect(message?.name).toBe("command.received");
    expect(payloadOf(message)["sender_id"]).toBe(a.id);
    const request = { kind: "halt", target: b.id } as const;
    expect(room.refused("post_note", a.caller, { request, noteId: "sn" }).code).toBe("permission_denied");
  });

  it("U36: an order reaches one that waits for it at once", () => {
    const room = new Room();
    const a = room.join();
    const waitId = room.wait(a, { names: ["command.received", "supervisor.note"] });
    room.note("redirect", a);
    expect(names(room.got(waitId).messages)).toEqual(["supervisor.note"]);
  });

  it("U47: a storm of joining and leaving ends with what is true, each told once", () => {
    const room = new Room();
    const watcher = room.join();
    let told = 0;
    for (let round = 0; round < 20; round += 1) {
      const crowd = Array.from({ length: 15 }, () => room.join());
      for (const one of crowd) room.ok("leave", one.caller, {});
      told += room.drain(watcher).messages.length;
    }
    expect(told).toBe(20 * 30);
    expect(room.state.participants).toHaveLength(1);
    expect(room.state.buffer.droppable.size).toBeLessThanOrEqual(30);
  });
});

describe("any (I27)", () => {
  it("is fair among those that can take it, whoever comes and goes between", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        (size, sends, listens) => {
          const room = new Room();
          const host = room.join();
          const workers = Array.from({ length: size }, () => room.join({ role: "w" }));
          const paused = workers[1];
          if (paused) room.note("halt", paused);
          if (listens) for (const one of workers) room.wait(one, { timeoutSeconds: 0 });
          const counts = new Map<string, number>();
          for (let n = 0; n < sends; n += 1) {
            const [picked] = room.send(host, [], { dispatch: "any", target: { role: "w" } }).delivered_to;
            counts.set(picked!, (counts.get(picked!) ?? 0) + 1);
          }
          expect(counts.has(paused?.id ?? "")).toBe(false);
          const all = workers.filter((one) => one !== paused).map(({ id }) => counts.get(id) ?? 0);
          expect(Math.max(...all) - Math.min(...all)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe("what the relay says of others comes from their tokens (I36)", () => {
  it("whatever they write", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, message) => {
        const room = new Room();
        const [a, b] = [room.join(), room.join()];
        room.drain(a);
        room.drain(a);
        room.send(b, [a], { commandId: "c", payload: raw(value) });
        const received = payloadOf(room.drain(a).messages[0]);
        expect(received["sender_id"]).toBe(b.id);
        expect(received["payload"]).toEqual(JSON.parse(JSON.stringify(value)));
        room.drain(b);
        room.respond(a, "c");
        const results = room.drain(b).messages.map(payloadOf);
        expect(results.at(-2)?.["responder_id"]).toBe(a.id);
        const { note_id } = room.note("note", "all");
        const request = { message: `${message}.` };
        room.ok("reply_to_note", a.caller, { request, noteId: note_id, replyId: "sr" });
        expect(payloadOf(room.named("supervisor.note_reply")[0])["participant_id"]).toBe(a.id);
      }),
    );
  });
});
