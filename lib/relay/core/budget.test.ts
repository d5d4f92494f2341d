import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { names, payloadOf, PERSISTED, raw, Room, seqs } from "@/lib/relay/core/testing/room";

const KIB = raw("x".repeat(1000));

function crowded(options: ConstructorParameters<typeof Room>[0] = {}) {
  const room = new Room({ ...options, limits: { max_buffer_bytes_per_session: 5000, ...options.limits } });
  const [a, b, c] = [room.join(), room.join(), room.join()];
  for (const one of [a, b, c]) room.drain(one);
  for (const one of [a, b, c]) room.drain(one);
  return { room, a, b, c };
}

describe("the byte budget of an ephemeral session (D-21, I17)", () => {
  it("drops the oldest first, tells the firehose at once and the victim at its next read", () => {
    const { room, a, b } = crowded();
    for (let n = 0; n < 6; n += 1) room.send(a, [b], { payload: KIB });
    const [evicted] = room.named("buffer_evicted");
    expect(evicted?.to).toEqual([]);
    expect(payloadOf(evicted)).toMatchObject({ reason: "byte_budget", evicted_count: 1, buffer_byte_cap: 5000 });
    expect(room.state.buffer.bytes).toBeLessThanOrEqual(5000);
    const dropped = room.named("buffer_evicted").length;
    const { messages, gap } = room.drain(b);
    expect(gap).toEqual({ dropped, first_seq: 2, last_seq: 1 + dropped });
    expect(messages).toHaveLength(6 - dropped);
    expect(room.drain(b).gap).toBeNull();
  });

  it("reports a gap again when the reply that told it was lost", () => {
    const { room, a, b } = crowded();
    for (let n = 0; n < 6; n += 1) room.send(a, [b], { payload: KIB });
    const lost = room.drain(b, null, false);
    expect(room.drain(b).gap).toEqual(lost.gap);
    expect(room.drain(b).gap).toBeNull();
  });

  it("tells it by a stream's hello to those that read one, and to others by drain", () => {
    for (const hello of [true, false]) {
      const { room, a, b } = crowded();
      for (let n = 0; n < 6; n += 1) room.send(a, [b], { payload: KIB });
      const opened = room.ok("open_stream", b.caller, { streamId: "s", transport: "ws", cursor: null, hello });
      expect(opened.gap !== null).toBe(hello);
      expect(room.drain(b).gap !== null).toBe(!hello);
    }
  });

  it("counts a payload once, however many it is for", () => {
    const { room, a, b, c } = crowded();
    const before = room.state.buffer.bytes;
    const sent = room.send(a, [b, c], { payload: KIB });
    expect(sent.delivered_to).toHaveLength(2);
    const once = room.state.buffer.bytes - before;
    expect(once).toBeGreaterThan(1000);
    expect(once).toBeLessThan(1400);
    room.drain(b);
    room.drain(b);
    expect(room.state.buffer.bytes - before).toBe(once);
    room.drain(c);
    room.drain(c);
    expect(room.state.buffer.bytes).toBe(before);
  });

  it("never drops supervision or what ends something (I18)", () => {
    const { room, a, b } = crowded();
    room.note("halt", b, "stop");
    room.note("continue", b);
    room.send(a, [b], { commandId: "c", payload: KIB, timeoutSeconds: 1 });
    room.drain(b, 0, false);
    room.advance(1000);
    for (let n = 0; n < 12; n += 1) room.send(a, [b], { payload: KIB });
    const kept = names(room.drain(b).messages);
    expect(kept.slice(0, 3)).toEqual(["supervisor.note", "supervisor.note", "command.cancelled"]);
    expect(names(room.drain(a).messages)).toContain("command.completed");
  });

  it("holds whatever happens, with exact counts (I17, I19)", () => {
    const step = fc.record({
      act: fc.constantFrom("send", "drain", "lost", "ack", "stream", "leave"),
      size: fc.nat(2000),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const { room, a, b, c } = crowded();
        let told = 0;
        for (const { act, size } of steps) {
          if (act === "send") room.send(a, [b, c], { payload: raw("x".repeat(size)) });
          else if (act === "drain") told += room.drain(b).gap?.dropped ?? 0;
          else if (act === "lost") room.drain(b, null, false);
          else if (act === "ack") room.ok("ack", b.caller, { cursor: size });
          else if (act === "stream") {
            const streamId = room.stream(c, { hello: false });
            room.signal("stream_closed", { participantId: c.id, streamId });
          } else if (room.participant(c) === undefined || size > 200) continue;
          expect(room.state.buffer.bytes).toBeLessThanOrEqual(5000);
        }
        told += room.drain(b).gap?.dropped ?? 0;
        told += room.drain(c).gap?.dropped ?? 0;
        const evicted = room.named("buffer_evicted").map((event) => payloadOf(event)["evicted_count"] as number);
        expect(told).toBe(evicted.reduce((sum, one) => sum + one, 0));
      }),
    );
  });

  it("is empty when everybody is done or gone", () => {
    const { room, a, b, c } = crowded({ limits: { max_buffer_bytes_per_session: 1e9 } });
    room.send(a, [b, c], { payload: KIB });
    room.drain(b, 0);
    for (const one of [a, b, c]) room.ok("leave", one.caller, {});
    expect(room.state.buffer.bytes).toBe(0);
    expect(room.state.buffer.droppable.size + room.state.buffer.exempt.size).toBe(0);
  });
});

describe("the byte budget of a persisted session (D-21)", () => {
  it("only bounds RAM: the journal still has what the inbox names", () => {
    const { room, a, b } = crowded({ request: PERSISTED });
    for (let n = 0; n < 8; n += 1) room.send(a, [b], { payload: KIB });
    expect(room.state.buffer.bytes).toBeLessThanOrEqual(5000);
    expect(room.named("buffer_evicted")).toEqual([]);
    const { messages, gap } = room.drain(b);
    expect(gap).toBeNull();
    expect(seqs(messages)).toHaveLength(8);
    expect(messages[0]?.payload).toBeNull();
    const row = room.events.find(({ seq }) => seq === messages[0]?.eventSeq);
    expect(row?.name).toBe("command.received");
    expect(messages.at(-1)?.payload).not.toBeNull();
  });

  it("goes for orders last, which nobody can lose", () => {
    const { room, a, b } = crowded({ request: PERSISTED });
    for (let n = 0; n < 8; n += 1) room.note("note", b, "x".repeat(1000));
    room.send(a, [b], { payload: KIB });
    expect(room.state.buffer.bytes).toBeLessThanOrEqual(5000);
    expect(room.state.buffer.droppable.size).toBe(0);
    expect(seqs(room.drain(b).messages)).toHaveLength(9);
  });
});
