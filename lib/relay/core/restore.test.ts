import { describe, expect, it } from "vitest";
import { readSnapshot, takeSnapshot } from "@/lib/relay/core/snapshot";
import { DurableRoom } from "@/lib/relay/core/testing/durable-room";
import { names, payloadOf, PERSISTED, raw, rulesOf, seqs } from "@/lib/relay/core/testing/room";

function scene() {
  const room = new DurableRoom({ request: PERSISTED });
  const [a, b] = [room.join({ role: "a" }), room.join({ role: "b" })];
  room.drain(a);
  room.drain(a);
  return { room, a, b };
}

const ways = [
  ["cold", (room: DurableRoom) => room.goColdAndBack()],
  ["a crash", (room: DurableRoom) => room.crash()],
] as const;

describe.each(ways)("after %s", (_way, pass) => {
  it("everything durable is as it was, by snapshot and by replay", () => {
    const { room, a, b } = scene();
    room.send(a, [b], { commandId: "c", payload: raw({ deep: [1] }) });
    room.send(b, [], { dispatch: "any", target: { role: "a" } });
    room.respond(b, "c");
    room.note("halt", "all", "stop");
    room.ok("mint_supervisor_token", room.creator, { digest: "s2", tokenId: "st-2" });
    room.ok("revoke_supervisor_token", room.creator, { tokenId: "st-2" });
    room.ok("update_purpose", room.creator, { purpose: { kind: "k" } });
    room.ok("leave", room.join().caller, {});
    const before = takeSnapshot(room.state);
    pass(room);
    expect(plain(takeSnapshot(room.state))).toEqual(plain(before));
    expect(takeSnapshot(readSnapshot(before, rulesOf(), room.now))).toBe(before);
  });

  it("nothing addressed is lost, and it names its row (I01, U08)", () => {
    const { room, a, b } = scene();
    room.send(b, [a], { payload: raw("secret") });
    expect(takeSnapshot(room.state)).not.toContain("secret");
    pass(room);
    const [message] = room.drain(a).messages;
    expect(message).toMatchObject({ name: "command.received", payload: null, seq: 2 });
    const row = room.events.find(({ seq }) => seq === message?.eventSeq);
    expect(payloadOf(row)).toMatchObject({ payload: "secret" });
    room.send(b, [a]);
    expect(seqs(room.drain(a).messages)).toEqual([3]);
  });

  it("a command goes on: repeat, answer and deadline (I24, I28)", () => {
    const { room, a, b } = scene();
    const input = room.command([b], { commandId: "c" });
    const first = room.ok("send", a.caller, input);
    pass(room);
    expect(room.ok("send", a.caller, input)).toEqual(first);
    expect(room.respond(b, "c").ok).toBe(true);
    room.send(a, [b], { commandId: "d" });
    pass(room);
    room.now += 60_000;
    expect(room.respond(b, "d")).toMatchObject({ error: { code: "command_not_found" } });
    const completed = room.named("command.completed").map((event) => payloadOf(event)["reason"]);
    expect(completed).toEqual(["all_responded", "ttl_expired"]);
  });

  it("the turns of any go on (D-43)", () => {
    const { room, a } = scene();
    const workers = [1, 2, 3].map(() => room.join({ role: "w" }));
    const any = () => room.send(a, [], { dispatch: "any", target: { role: "w" } }).delivered_to[0];
    const picked = [any()];
    pass(room);
    picked.push(any(), any(), any());
    expect(picked).toEqual([...workers, workers[0]!].map(({ id }) => id));
  });

  it("the grace of the offline begins anew (D-63), and who was bound is offline (I30)", () => {
    const { room, b } = scene();
    const mcp = room.join({}, { connection: "m" });
    room.drain(b);
    pass(room);
    expect(room.participant(mcp)?.online).toBe(false);
    expect(names(room.drain(b).messages)).toContain("participant.updated");
    room.advance(299_999);
    expect(room.participant(mcp)).toBeDefined();
    room.advance(1);
    expect(room.participant(mcp)).toBeUndefined();
  });

  it("a cursor is believed, and what a filter passed over is kept", () => {
    const { room, a, b } = scene();
    room.send(b, [a]);
    room.note("note", a);
    room.got(room.wait(a, { names: ["supervisor.note"], cursor: 1 }));
    pass(room);
    const { messages } = room.drain(a, 3);
    expect(seqs(messages)).toEqual([2]);
    expect(messages[0]?.redelivered).toBe(true);
  });

  it.each([4, Number.MAX_SAFE_INTEGER])("a cursor of %d that cannot be drops nothing", (cursor) => {
    const { room, a } = scene();
    room.note("note", a);
    room.note("note", a);
    pass(room);
    expect(seqs(room.drain(a, cursor).messages)).toEqual([2, 3]);
  });
});

describe("what was handed out and not acknowledged", () => {
  it("comes again flagged, and after cold nothing else is flagged", () => {
    const { room, a } = scene();
    room.note("note", a);
    room.drain(a, 1, false);
    room.note("note", a);
    room.goColdAndBack();
    expect(room.drain(a).messages.map(({ seq, redelivered }) => [seq, redelivered])).toEqual([
      [2, true],
      [3, false],
    ]);
  });

  it("but arrived does not come again after cold, except beyond a cursor", () => {
    for (const cursor of [null, 2]) {
      const { room, a } = scene();
      room.note("note", a);
      room.note("note", a);
      room.drain(a, cursor === null ? null : 1);
      room.goColdAndBack();
      expect(room.drain(a, cursor).messages.map(({ seq, redelivered }) => [seq, redelivered])).toEqual(
        cursor === null ? [] : [[3, true]],
      );
      expect(room.participant(a)?.inbox.out.size).toBe(cursor === null ? 0 : 1);
    }
  });

  it("after a crash is anything that might have been, a client with a cursor sees none of it twice (I05)", () => {
    const { room, a } = scene();
    room.note("note", a);
    room.note("note", a);
    room.drain(a, 1);
    room.crash();
    expect(room.drain(a, 3).messages).toEqual([]);
    room.note("note", a);
    room.crash();
    expect(room.drain(a).messages.map(({ seq, redelivered }) => [seq, redelivered])).toEqual([[4, true]]);
  });
});

describe("a snapshot", () => {
  it("of another version is refused", () => {
    const text = takeSnapshot(scene().room.state).replace('"version":1', '"version":0');
    expect(() => readSnapshot(text, rulesOf(), 0)).toThrow(/version 0/);
  });
});

/** What a restart may change: when somebody was last there. */
function plain(snapshot: string): object {
  const {
    activeAt: _activeAt,
    participants,
    ...rest
  } = JSON.parse(snapshot) as {
    activeAt: number;
    participants: { entry: object }[];
  };
  return { ...rest, participants: participants.map(({ entry }) => entry) };
}
