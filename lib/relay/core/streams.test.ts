import { describe, expect, it } from "vitest";
import { type Member, names, raw, Room, seqs } from "@/lib/relay/core/testing/room";

function streaming(options?: ConstructorParameters<typeof Room>[0]) {
  const room = new Room(options);
  const [a, b] = [room.join(), room.join()];
  room.drain(a);
  return { room, a, b, stream: room.stream(a) };
}

function notes(room: Room, who: Member, count: number): void {
  for (let n = 0; n < count; n += 1) room.note("note", who);
}

const unacked = (room: Room, who: Member) => room.participant(who)?.presence.stream?.unacked;
const lastBatch = (room: Room, who: Member) => room.participant(who)!.inbox.lastBatch;

describe("a stream", () => {
  it("begins with what has piled up, and goes on with what comes", () => {
    const room = new Room();
    const [a] = [room.join()];
    notes(room, a, 2);
    const stream = room.stream(a);
    notes(room, a, 1);
    expect(seqs(room.frames(stream))).toEqual([1, 2, 3]);
  });

  it("is the consumer: a wait beside it gets only what it cannot take (D-18, I14)", () => {
    const { room, a, stream } = streaming();
    const waitId = room.wait(a);
    notes(room, a, 1);
    expect([room.frames(stream).length, room.waited(waitId)]).toEqual([1, undefined]);
    room.signal("stream_window", { participantId: a.id, streamId: stream, open: false });
    notes(room, a, 1);
    expect([room.frames(stream).length, names(room.got(waitId).messages)]).toEqual([1, ["supervisor.note"]]);
  });

  it("is written no further than its peer's buffer goes, until there is room (I19)", () => {
    const { room, a, b, stream } = streaming({ limits: { max_socket_buffer_bytes: 4_000 } });
    room.signal("stream_window", { participantId: a.id, streamId: stream, open: false });
    for (let n = 0; n < 6; n += 1) room.send(b, [a], { payload: raw("x".repeat(1_000)) });
    const seen = () => room.frames(stream).length;
    const more = () => room.signal("stream_window", { participantId: a.id, streamId: stream, open: true });
    expect(seen()).toBe(0);
    more();
    expect(seen()).toBe(3);
    more();
    expect(seen()).toBe(6);
    // Small ones follow each other without a word about room.
    more();
    notes(room, a, 3);
    expect(seen()).toBe(9);
  });

  it("is replaced by a later one, which gets what the first still owed (D-18, I16, U16)", () => {
    const { room, a, stream } = streaming();
    notes(room, a, 2);
    const second = room.stream(a);
    expect(room.closed(stream)).toBe("replaced");
    expect(room.frames(second).map(({ seq, redelivered }) => [seq, redelivered])).toEqual([
      [2, true],
      [3, true],
    ]);
    expect(room.state.participants).toHaveLength(2);
    room.signal("stream_closed", { participantId: a.id, streamId: stream });
    notes(room, a, 1);
    expect(seqs(room.frames(second))).toEqual([2, 3, 4]);
  });

  it("with a cursor is spared what that covers (I10)", () => {
    const { room, a } = streaming();
    notes(room, a, 2);
    expect(seqs(room.frames(room.stream(a, { cursor: 2 })))).toEqual([3]);
  });

  it("without one is spared what finished replies gave", () => {
    const room = new Room();
    const a = room.join();
    notes(room, a, 2);
    room.drain(a);
    expect(room.frames(room.stream(a))).toEqual([]);
  });

  it("that closes gives back what was not acknowledged, to stream or drain (U14)", () => {
    const { room, a, stream } = streaming();
    notes(room, a, 2);
    room.signal("stream_closed", { participantId: a.id, streamId: stream });
    notes(room, a, 1);
    expect(room.drain(a).messages.map(({ seq, redelivered }) => [seq, redelivered])).toEqual([
      [2, true],
      [3, true],
      [4, false],
    ]);
  });
});

describe("acknowledging a stream (D-13)", () => {
  it("by pong settles what was written before the ping, and no more", () => {
    const { room, a, stream } = streaming();
    notes(room, a, 2);
    const ping = lastBatch(room, a);
    notes(room, a, 1);
    room.signal("stream_read", { participantId: a.id, streamId: stream, batch: ping });
    expect(unacked(room, a)).toBe(1);
    expect(seqs(room.frames(room.stream(a)))).toEqual([4]);
  });

  it("by frame settles up to the cursor, after which a pong settles nothing", () => {
    const { room, a, stream } = streaming();
    notes(room, a, 3);
    room.signal("stream_acked", { participantId: a.id, streamId: stream, cursor: 2 });
    expect(unacked(room, a)).toBe(2);
    room.signal("stream_read", { participantId: a.id, streamId: stream, batch: lastBatch(room, a) });
    expect(unacked(room, a)).toBe(2);
  });

  it("of a stream that is gone does nothing", () => {
    const { room, a, stream } = streaming();
    notes(room, a, 1);
    const second = room.stream(a);
    room.signal("stream_acked", { participantId: a.id, streamId: stream, cursor: 99 });
    room.signal("stream_read", { participantId: a.id, streamId: stream, batch: 99 });
    room.signal("stream_window", { participantId: a.id, streamId: stream, open: false });
    expect(unacked(room, a)).toBe(1);
    expect(room.participant(a)?.presence.stream).toMatchObject({ id: second, open: true });
  });
});

describe("a slow reader (I19)", () => {
  it("is written no more than it may owe, and given the rest as it acknowledges", () => {
    const { room, a, stream } = streaming({ limits: { max_unacked_frames: 3 } });
    notes(room, a, 5);
    expect(seqs(room.frames(stream))).toEqual([2, 3, 4]);
    expect(room.participant(a)?.inbox.pending.size).toBe(2);
    room.signal("stream_acked", { participantId: a.id, streamId: stream, cursor: 3 });
    expect(seqs(room.frames(stream))).toEqual([2, 3, 4, 5, 6]);
  });

  it("is closed after 20 s without progress, and can come back", () => {
    const { room, a, stream } = streaming({ limits: { max_unacked_frames: 1 } });
    notes(room, a, 4);
    room.advance(19_000);
    room.signal("stream_acked", { participantId: a.id, streamId: stream, cursor: 2 });
    room.advance(19_999);
    expect(room.closed(stream)).toBeUndefined();
    room.advance(1);
    expect(room.closed(stream)).toBe("too_slow");
    expect(seqs(room.drain(a, 2).messages)).toEqual([3, 4, 5]);
  });

  it("whose buffer is full is left alone while there is nothing to write", () => {
    const { room, a, stream } = streaming();
    room.signal("stream_window", { participantId: a.id, streamId: stream, open: false });
    room.advance(600_000);
    expect(room.closed(stream)).toBeUndefined();
    notes(room, a, 1);
    room.advance(20_000);
    expect(room.closed(stream)).toBe("too_slow");
  });
});

describe("a firehose (D-89, D-101)", () => {
  it("is one of 8", () => {
    const { room } = streaming({ limits: { max_firehoses: 1 } });
    room.ok("open_firehose", room.supervisor, { firehoseId: "1" });
    expect(room.refused("open_firehose", room.creator, { firehoseId: "2" }).code).toBe("rate_limited");
    room.signal("firehose_closed", { firehoseId: "1" });
    expect(room.ok("open_firehose", room.creator, { firehoseId: "2" })).toEqual({ opened: true });
  });

  it("closes when its token is revoked, and only then (I33)", () => {
    const { room } = streaming();
    room.ok("mint_supervisor_token", room.creator, { digest: "other", tokenId: "st-2" });
    room.ok("open_firehose", room.supervisor, { firehoseId: "mine" });
    room.ok("open_firehose", { kind: "token", digest: "other" }, { firehoseId: "other" });
    room.ok("open_firehose", room.creator, { firehoseId: "creator" });
    room.ok("revoke_supervisor_token", room.creator, { tokenId: "st-1" });
    expect(room.effects.filter(({ type }) => type === "close_firehose")).toEqual([
      { type: "close_firehose", firehoseId: "mine", reason: "permission_denied" },
    ]);
  });

  it("learns how far notes and commands have got, each claim when it is true (I47, U07)", () => {
    const { room, a, b } = streaming();
    room.ok("open_firehose", room.supervisor, { firehoseId: "f" });
    room.send(a, [b], { commandId: "c" });
    const states = () => room.effects.flatMap((effect) => (effect.type === "delivery" ? [effect.state] : []));
    expect(states()).toEqual([]);
    room.drain(b, 0);
    expect(states()).toEqual(["handed_out"]);
    room.drain(b, 5);
    expect(states()).toEqual(["handed_out", "acked"]);
    room.send(a, [b], { commandId: "d" });
    room.advance(60_000);
    expect(states()).toEqual(["handed_out", "acked", "expired"]);
  });
});
