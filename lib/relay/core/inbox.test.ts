import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Member, names, payloadOf, PERSISTED, raw, Room, seqs, T0 } from "@/lib/relay/core/testing/room";
import type { Message } from "@/lib/relay/core/step";
import { isRelayError } from "@sess.si/protocol";

function pair(options?: ConstructorParameters<typeof Room>[0]) {
  const room = new Room(options);
  const [a, b] = [room.join(), room.join()];
  // The second one acknowledges the first.
  room.drain(a);
  room.drain(a);
  return { room, a, b };
}

/** Puts `count` notes into an inbox. */
function notes(room: Room, who: Member, count: number): void {
  for (let n = 0; n < count; n += 1) room.note("note", who);
}

describe("a wait", () => {
  it("returns what is there at once, and what comes as it comes (I12)", () => {
    const { room, a, b } = pair();
    notes(room, a, 2);
    expect(room.got(room.wait(a))).toMatchObject({ timedOut: false, timeoutSeconds: 60, withSeq: false });
    const later = room.wait(a);
    expect(room.waited(later)).toBeUndefined();
    room.send(b, [a]);
    expect(names(room.got(later).messages)).toEqual(["command.received"]);
  });

  it("times out by the clock, empty", () => {
    const { room, a } = pair();
    const waitId = room.wait(a, { timeoutSeconds: 20 });
    room.advance(19_999);
    expect(room.waited(waitId)).toBeUndefined();
    room.advance(1);
    expect(room.got(waitId)).toEqual({
      messages: [],
      hasMore: false,
      gap: null,
      batch: null,
      timedOut: true,
      timeoutSeconds: 20,
      withSeq: false,
    });
  });

  it.each([
    [null, 600, 60],
    [700, 600, 600],
    [60, 20, 20],
    [0, 20, 0],
    [0.5, 20, 0.5],
  ])("for %s seconds where %i are allowed lasts %s (D-17, D-25)", (timeoutSeconds, maxSeconds, expected) => {
    const { room, a } = pair();
    const waitId = room.wait(a, { timeoutSeconds, maxSeconds });
    room.advance(expected * 1000);
    expect(room.got(waitId).timeoutSeconds).toBe(expected);
  });

  it("of no time looks and returns", () => {
    const { room, a } = pair();
    expect(room.got(room.wait(a, { timeoutSeconds: 0 })).timedOut).toBe(true);
    notes(room, a, 1);
    expect(names(room.got(room.wait(a, { timeoutSeconds: 0 })).messages)).toEqual(["supervisor.note"]);
  });

  it("is the only one, and the next may come when it ends in whatever way (I15, U37)", () => {
    const { room, a } = pair();
    const second = () =>
      room.call("wait", a.caller, {
        waitId: "second",
        names: null,
        timeoutSeconds: 0,
        maxSeconds: 600,
        cursor: null,
        withSeq: false,
      });
    const first = room.wait(a);
    const refused = second();
    expect(!refused.ok && refused.error.code).toBe("wait_already_in_flight");
    expect(room.waited(first)).toBeUndefined();
    room.signal("wait_aborted", { participantId: a.id, waitId: "another" });
    expect(second().ok).toBe(false);
    room.signal("wait_aborted", { participantId: a.id, waitId: first });
    expect(second().ok).toBe(true);
    room.wait(a, { timeoutSeconds: 5 });
    room.advance(5000);
    expect(second().ok).toBe(true);
  });

  it("is one of 64 in a session (D-24)", () => {
    const { room, a, b } = pair({ limits: { max_waits_per_session: 1 } });
    room.wait(a);
    const input = { waitId: "w", names: null, timeoutSeconds: 0, maxSeconds: 1, cursor: null, withSeq: false };
    expect(room.refused("wait", b.caller, input).code).toBe("too_many_waits");
  });

  it.each([[Array<string>(33).fill("n")], [["n".repeat(65)]]])(
    "for too many or too long names is refused (D-17)",
    (wanted) => {
      const { room, a } = pair();
      const input = { waitId: "w", names: wanted, timeoutSeconds: 0, maxSeconds: 1, cursor: null, withSeq: false };
      expect(room.refused("wait", a.caller, input).code).toBe("validation_error");
    },
  );

  it("gets the events of one decision in one batch (D-20)", () => {
    const { room, a, b } = pair();
    room.send(a, [b], { commandId: "c" });
    const waitId = room.wait(a);
    room.respond(b, "c");
    expect(names(room.got(waitId).messages)).toEqual(["result.received", "command.completed"]);
  });

  it("of one that leaves returns just that (D-19)", () => {
    const { room, a } = pair();
    const waitId = room.wait(a, { names: ["command.received"] });
    room.ok("leave", a.caller, { feedback: { rating: 5 } });
    const { messages } = room.got(waitId);
    expect(messages.map(payloadOf)).toEqual([{ participant_id: a.id, reason: "left", feedback: { rating: 5 } }]);
  });
});

describe("a wait for names", () => {
  it("leaves everything else, in order (I13)", () => {
    const { room, a, b } = pair();
    room.send(b, [a], { commandId: "1" });
    room.note("note", a);
    room.send(b, [a], { commandId: "2" });
    const waitId = room.wait(a, { names: ["supervisor.note"] });
    expect(seqs(room.got(waitId).messages)).toEqual([3]);
    expect(seqs(room.drain(a).messages)).toEqual([2, 4]);
  });

  it("is not ended by others, and unknown or no names are no fault (D-17)", () => {
    const { room, a, b } = pair();
    const waitId = room.wait(a, { names: ["no.such.event", "supervisor.note"] });
    room.send(b, [a]);
    expect(room.waited(waitId)).toBeUndefined();
    room.note("note", a);
    expect(names(room.got(waitId).messages)).toEqual(["supervisor.note"]);
    expect(names(room.got(room.wait(a, { names: [] })).messages)).toEqual(["command.received"]);
  });

  it("is ended by the end of the session, whatever it asked for (D-16)", () => {
    const { room, a } = pair();
    const waitId = room.wait(a, { names: ["command.received"] });
    room.ok("end", room.creator, {});
    expect(room.got(waitId).messages.map(payloadOf)).toEqual([{ reason: "host_deleted" }]);
  });

  it("does not let a cursor kill what it passed over (D-15, I11)", () => {
    const { room, a, b } = pair();
    room.send(b, [a]);
    room.note("note", a);
    expect(seqs(room.got(room.wait(a, { names: ["supervisor.note"] })).messages)).toEqual([3]);
    expect(seqs(room.drain(a, 3).messages)).toEqual([2]);
    expect(room.drain(a, 3).messages).toEqual([]);
  });
});

describe("hand-outs and what acknowledges them (D-13)", () => {
  it("a call without a cursor acknowledges the replies that were finished before it", () => {
    const { room, a } = pair();
    notes(room, a, 2);
    expect(room.drain(a).messages).toHaveLength(2);
    expect(room.participant(a)?.inbox.out.size).toBe(2);
    expect(room.drain(a).messages).toEqual([]);
    expect(room.participant(a)?.inbox.out.size).toBe(0);
  });

  it("a reply that failed is handed out again, in order and flagged (I09)", () => {
    const { room, a } = pair();
    notes(room, a, 2);
    room.drain(a, null, false);
    notes(room, a, 1);
    const { messages } = room.drain(a);
    expect(messages.map(({ seq, redelivered }) => [seq, redelivered])).toEqual([
      [2, true],
      [3, true],
      [4, false],
    ]);
  });

  it("a reply that was finished and turns out lost is handed out again", () => {
    const { room, a } = pair();
    notes(room, a, 1);
    const { batch } = room.drain(a);
    room.signal("reply_failed", { participantId: a.id, batch: batch! });
    expect(room.drain(a).messages).toMatchObject([{ seq: 2, redelivered: true }]);
  });

  it("a reply still under way is neither acknowledged nor given to another call (I14)", () => {
    const { room, a } = pair();
    notes(room, a, 1);
    const first = room.ok("drain", a.caller, { cursor: null });
    expect(room.drain(a).messages).toEqual([]);
    expect(room.drain(a, 0).messages).toEqual([]);
    room.signal("reply_failed", { participantId: a.id, batch: first.batch! });
    expect(room.drain(a).messages).toHaveLength(1);
  });

  it("a failed reply wakes a wait that is already there (I12)", () => {
    const { room, a } = pair();
    notes(room, a, 1);
    const { batch } = room.ok("drain", a.caller, { cursor: null });
    const waitId = room.wait(a);
    expect(room.waited(waitId)).toBeUndefined();
    room.signal("reply_failed", { participantId: a.id, batch: batch! });
    expect(room.got(waitId).messages).toMatchObject([{ seq: 2, redelivered: true }]);
  });

  it("a failed reply wakes a wait for names that has looked beyond it", () => {
    const { room, a, b } = pair();
    room.note("note", a);
    const { batch } = room.ok("drain", a.caller, { cursor: null });
    const waitId = room.wait(a, { names: ["supervisor.note"] });
    room.send(b, [a]);
    room.signal("reply_failed", { participantId: a.id, batch: batch! });
    expect(room.got(waitId).messages).toMatchObject([{ name: "supervisor.note", seq: 2, redelivered: true }]);
  });

  it("with a cursor, what lies beyond it comes again although its reply arrived (I09)", () => {
    const { room, a } = pair();
    notes(room, a, 3);
    room.drain(a, 0);
    expect(room.drain(a, 2).messages.map(({ seq, redelivered }) => [seq, redelivered])).toEqual([
      [3, true],
      [4, true],
    ]);
    expect(room.drain(a, 4).messages).toEqual([]);
  });

  it.each([-1, 0, 0.5, 1e21, Number.MAX_SAFE_INTEGER])("a cursor of %d drops nothing unseen (I11)", (cursor) => {
    const { room, a } = pair();
    notes(room, a, 2);
    expect(seqs(room.drain(a, cursor).messages)).toEqual([2, 3]);
  });

  it("tells seqs where a cursor or the wish for them is sent (D-14)", () => {
    const { room, a } = pair();
    const withSeq = (more: object) => room.got(room.wait(a, { timeoutSeconds: 0, ...more })).withSeq;
    expect([withSeq({}), withSeq({ withSeq: true }), withSeq({ cursor: 0 })]).toEqual([false, true, true]);
  });

  it("an ack alone counts what it settled", () => {
    const { room, a } = pair();
    notes(room, a, 3);
    room.drain(a, 0);
    expect(room.ok("ack", a.caller, { cursor: 3 })).toEqual({ acked: 2 });
    expect(room.ok("ack", a.caller, { cursor: 3 })).toEqual({ acked: 0 });
    expect(seqs(room.drain(a, 3).messages)).toEqual([4]);
  });

  it("reports settled rows and marks for the durable inbox", () => {
    const { room, a, b } = pair({ request: PERSISTED });
    room.send(b, [a]);
    room.note("note", a);
    room.effects.length = 0;
    const { batch } = room.got(room.wait(a, { names: ["supervisor.note"] }));
    expect(room.effects).toContainEqual({ type: "handed", participantId: a.id, handedTo: 3, held: [2], released: [] });
    room.signal("reply_finished", { participantId: a.id, batch: batch! });
    room.drain(a);
    expect(room.effects).toContainEqual({ type: "discarded", participantId: a.id, seqs: [3] });
  });
});

describe("bounds of one reply (D-20)", () => {
  it("are 500 messages", () => {
    const { room, a } = pair();
    notes(room, a, 501);
    const first = room.drain(a);
    expect([first.messages.length, first.hasMore]).toEqual([500, true]);
    const second = room.drain(a);
    expect([second.messages.length, second.hasMore]).toEqual([1, false]);
  });

  it("are 8 MiB, but at least one message", () => {
    const { room, a, b } = pair({ limits: { max_drain_bytes: 1000 } });
    for (let n = 0; n < 3; n += 1) room.send(b, [a], { payload: raw("x".repeat(600)) });
    room.drain(a, null, false);
    expect([1, 2, 3].map(() => room.drain(a)).map(({ messages, hasMore }) => [messages.length, hasMore])).toEqual([
      [1, true],
      [1, true],
      [1, false],
    ]);
  });
});

describe("the cap on what is pending (D-22, I20)", () => {
  it("lets 1000 pile up and evicts at one more", () => {
    const { room, a, b } = pair();
    notes(room, a, 1000);
    expect(room.participant(a)).toBeDefined();
    const waitId = room.wait(a, { names: ["nothing"] });
    room.note("note", a);
    expect(room.participant(a)).toBeUndefined();
    expect(payloadOf(room.drain(b).messages.at(-1))).toEqual({
      participant_id: a.id,
      reason: "offline_timeout",
      detail: "buffer_full",
    });
    const ended = room.waited(waitId);
    expect(isRelayError(ended) && ended.code).toBe("participant_evicted");
    expect(room.refused("drain", a.caller, { cursor: null }).code).toBe("participant_evicted");
  });

  it("counts only what was never handed out", () => {
    const { room, a } = pair({ limits: { max_drain_messages: 5000 } });
    for (let round = 0; round < 4; round += 1) {
      notes(room, a, 400);
      room.drain(a, null, false);
    }
    expect(room.participant(a)).toBeDefined();
  });

  it("settles a chain of evictions", () => {
    const room = new Room({ limits: { max_pending_notifications_per_participant: 3 } });
    const members = [1, 2, 3].map(() => room.join());
    for (const one of members) room.drain(one);
    room.note("note", "all");
    room.note("note", "all");
    room.note("note", "all");
    room.note("note", members[0]!);
    expect(room.state.participants).toEqual([]);
    expect(room.state.buffer.bytes).toBe(0);
  });
});

describe("any cursor client (I10, I11)", () => {
  it("sees every event, and once where it leaves none out, whatever fails on the way", () => {
    const action = fc.oneof(
      { weight: 3, arbitrary: fc.constant("event" as const) },
      { weight: 3, arbitrary: fc.constant("read" as const) },
      fc.constant("lost" as const),
      fc.constant("filtered" as const),
      fc.constant("note" as const),
      fc.constant("stream" as const),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const { room, a, b } = pair();
        let cursor = 1;
        const seen = new Set<number>();
        const filters = actions.includes("filtered");
        const take = (messages: readonly Message[]) => {
          for (const { seq, redelivered } of messages) {
            if (filters) expect(!seen.has(seq!) || redelivered).toBe(true);
            else expect(seq).toBeGreaterThan(cursor);
            seen.add(seq!);
          }
          cursor = Math.max(cursor, ...messages.map(({ seq }) => seq!));
        };
        for (const one of actions) {
          if (one === "event") room.send(b, [a]);
          else if (one === "note") room.note("note", a);
          else if (one === "read") take(room.drain(a, cursor).messages);
          else if (one === "lost") room.drain(a, cursor, false);
          else if (one === "filtered") {
            const waitId = room.wait(a, { names: ["supervisor.note"], timeoutSeconds: 0, cursor });
            const { messages, batch } = room.got(waitId);
            if (batch !== null) room.signal("reply_finished", { participantId: a.id, batch });
            take(messages);
          } else {
            const streamId = room.stream(a, { cursor });
            take(room.frames(streamId));
            room.signal("stream_closed", { participantId: a.id, streamId });
          }
        }
        take(room.drain(a, cursor).messages);
        const last = room.participant(a)!.lastSeq;
        expect([...seen].sort((x, y) => x - y)).toEqual(Array.from({ length: last - 1 }, (_, n) => n + 2));
      }),
    );
  });
});

describe("presence of an inbox", () => {
  it("is not touched by looking (U06)", () => {
    const { room, a, b } = pair();
    notes(room, a, 1);
    for (const who of [a.caller, b.caller, room.creator, room.supervisor]) {
      room.ok("describe", who, {});
      room.ok("list_participants", who, {});
    }
    room.ok("open_firehose", room.supervisor, { firehoseId: "f" });
    expect(room.drain(a).messages).toHaveLength(1);
    expect(room.now).toBe(T0);
  });
});
