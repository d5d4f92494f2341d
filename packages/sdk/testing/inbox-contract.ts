import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isSessError, ParticipantRemoved, RelayClient, type Participant, type RelayEvent } from "../src/index.js";
import type { RelayTransport } from "../src/relay/settings.js";
import { failure } from "./failure.js";
import { faultyProxy, type FaultyProxy } from "./faulty-proxy.js";
import { hastyClock } from "./hasty-clock.js";

/** A session with one who is watched, over a wire that may fail, and one who sends. */
interface Stage {
  relay: RelayClient;
  /** Reaches the relay without the wire. */
  backstage: RelayClient;
  wire: FaultyProxy;
  sessionId: string;
  creator: string;
  me: Participant;
  other: Participant;
  /** Sends commands with these payloads, one after the other. */
  tell(...payloads: unknown[]): Promise<void>;
  note(message: string): Promise<void>;
  /** Resolves when the watched one has dealt with everything and listens for more. */
  listening(): Promise<void>;
}

/** What any inbox of a participant does, whatever its events travel by; run against any relay. */
export function inboxContract(transport: RelayTransport, origin: () => string): void {
  let wire: FaultyProxy;
  let stage: Stage;
  beforeEach(async () => {
    wire = await faultyProxy(origin());
    stage = await setStage(origin(), wire, transport);
  });
  afterEach(() => wire.stop());

  /** The commands' payloads that a stream gives, until there are so many. */
  async function payloads(count: number, events = stage.me.events()): Promise<unknown[]> {
    const got: unknown[] = [];
    for await (const event of events) {
      if (event.name === "command.received") got.push(event.payload.payload);
      if (got.length === count) break;
    }
    return got;
  }

  describe("events()", () => {
    test("gives what was there and what comes, in order", async () => {
      const { tell } = stage;
      await tell(1, 2);
      const got = payloads(4);
      await tell(3, 4);
      expect(await got).toEqual([1, 2, 3, 4]);
    });

    test("gives payloads as they were sent", async () => {
      const payload = {
        text: "a\u0000b \ud83d\ude39",
        list: [null, true, -0.5, "x".repeat(5000)],
        ["__proto__"]: { a: 1 },
      };
      await stage.tell(payload);
      const [got] = await payloads(1);
      expect(JSON.stringify(got)).toBe(JSON.stringify(payload));
    });

    test("carries on over more events than one reply holds", { timeout: 60_000 }, async () => {
      const seqs: number[] = [];
      const reading = (async () => {
        for await (const event of stage.me.events()) {
          if (event.name === "command.received") seqs.push(event.seq ?? 0);
          if (seqs.length === 600) break;
        }
      })();
      for (let n = 0; n < 600; n += 40) await Promise.all(Array.from({ length: 40 }, () => stage.tell(n)));
      await reading;
      expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
    });

    test(
      "loses nothing and repeats nothing when its connection is cut again and again",
      { timeout: 60_000 },
      async () => {
        const numbers = Array.from({ length: 100 }, (_, n) => n);
        const seqs: number[] = [];
        const got: unknown[] = [];
        const reading = (async () => {
          for await (const event of stage.me.events()) {
            if (event.name !== "command.received") continue;
            got.push(event.payload.payload);
            seqs.push(event.seq ?? 0);
            if (got.length % 10 === 7) wire.cut();
            if (got.length === numbers.length) break;
          }
        })();
        for (const n of numbers) await stage.tell(n);
        await reading;
        expect(got).toEqual(numbers);
        expect(new Set(seqs).size).toBe(numbers.length);
      },
    );

    test("gets again what was lost on the way", async () => {
      const got = payloads(3);
      await stage.tell(1);
      await wire.connected();
      wire.swallow();
      await stage.tell(2, 3);
      wire.up();
      wire.cut();
      expect(await got).toEqual([1, 2, 3]);
    });

    test("is told when the relay is lost and when it is back, and goes on", async () => {
      const states: string[] = [];
      let lost = () => {};
      const isLost = new Promise<void>((resolve) => (lost = resolve));
      const onConnection = (state: string) => {
        states.push(state);
        lost();
      };
      const events = stage.me.events({ onConnection });
      await stage.tell("before");
      expect(await payloads(1, events)).toEqual(["before"]);
      const more = stage.me.events({ onConnection });
      const got = payloads(2, more);
      await stage.tell("still");
      await wire.connected();
      wire.down();
      await isLost;
      await stage.tell("while away");
      wire.up();
      expect(await got).toEqual(["still", "while away"]);
      expect(states).toEqual(["lost", "back"]);
    });

    test("acknowledges what was dealt with, and leaves the rest to the next reader", async () => {
      await stage.tell(1, 2, 3, 4, 5);
      expect(await payloads(3)).toEqual([1, 2, 3]);
      const next = await stage.relay.resume(stage.sessionId, { participantToken: stage.me.participantToken });
      expect(await payloads(2, next.events())).toEqual([4, 5]);
    });

    test("does not acknowledge what is in the reader's hands", async () => {
      await stage.tell(1, 2, 3);
      const dying = stage.me.events();
      const seen: RelayEvent[] = [];
      while (seen.filter(({ name }) => name === "command.received").length < 2) seen.push((await dying.next()).value!);
      const { participantToken, lastAckedSeq } = stage.me;
      const next = await stage.relay.resume(stage.sessionId, { participantToken, lastAckedSeq });
      expect(await payloads(2, next.events())).toEqual([2, 3]);
    });

    test("ends with the session", async () => {
      const got: RelayEvent[] = [];
      const reading = (async () => {
        for await (const event of stage.me.events()) got.push(event);
      })();
      await stage.tell(1);
      await stage.listening();
      await stage.backstage.deleteSession(stage.sessionId, stage.creator);
      await reading;
      expect(got.at(-1)).toMatchObject({ name: "session.ended", payload: { reason: "host_deleted" } });
    });

    test("ends when one leaves", async () => {
      const reading = (async () => {
        for await (const _ of stage.me.events());
      })();
      await stage.tell(1);
      await stage.listening();
      expect(await stage.me.leave({ feedback: { summary: "done", rating: 5, issues: [] } })).toEqual({ left: true });
      await reading;
    });

    test("gives the halt and throws ParticipantRemoved when one is removed", async () => {
      const got: RelayEvent[] = [];
      const reading = (async () => {
        for await (const event of stage.me.events()) got.push(event);
      })();
      reading.catch(() => {});
      await stage.tell(1);
      await stage.listening();
      await stage.backstage.removeParticipant(stage.sessionId, stage.creator, stage.me.participantId);
      const error = await failure(reading);
      expect(error).toBeInstanceOf(ParticipantRemoved);
      expect(isSessError(error) && error.code).toBe("participant_removed");
      expect(got.at(-1)).toMatchObject({ name: "supervisor.note", payload: { kind: "halt" } });
      expect(await failure(stage.me.waitForEvent())).toBeInstanceOf(ParticipantRemoved);
      expect(await failure(stage.me.leave())).toBeInstanceOf(ParticipantRemoved);
    });

    test("ends quietly when the session or one's own membership ended in the midst of the reader's work", async () => {
      await stage.tell(1, 2);
      const got: RelayEvent[] = [];
      for await (const event of stage.me.events()) {
        got.push(event);
        if (event.name === "command.received" && got.length < 4)
          await stage.backstage.deleteSession(stage.sessionId, stage.creator).catch(() => {});
      }
      expect(got.filter(({ name }) => name === "command.received")).not.toEqual([]);
    });

    test("throws session_not_found when the session ended meanwhile", async () => {
      await stage.backstage.deleteSession(stage.sessionId, stage.creator);
      expect(await failure(payloads(1))).toMatchObject({ kind: "api", code: "session_not_found" });
    });

    test("throws when the caller's signal ends, and ends quietly when its time is up", async () => {
      const caller = new AbortController();
      const reading = payloads(1, stage.me.events({ signal: caller.signal }));
      await wire.connected();
      caller.abort();
      expect(await failure(reading)).toMatchObject({ kind: "aborted" });
      expect(await payloads(1, stage.me.events({ timeoutSeconds: 0.05 }))).toEqual([]);
      await stage.tell(1);
      expect(await payloads(1)).toEqual([1]);
    });

    test("is ended by return() while it waits", async () => {
      const events = stage.me.events();
      const waiting = events.next();
      await wire.connected();
      expect(await events.return()).toEqual({ done: true, value: undefined });
      expect(await waiting).toEqual({ done: true, value: undefined });
      expect(await events.next()).toEqual({ done: true, value: undefined });
    });

    test("gives each event to one of two readers", async () => {
      const [one, two] = [stage.me.events(), stage.me.events()];
      const asked = [one.next(), two.next()];
      await stage.tell(1, 2);
      const got = await Promise.all(asked);
      expect(new Set(got.map(({ value }) => value?.seq)).size).toBe(2);
      await Promise.all([one.return(), two.return()]);
    });
  });

  describe("waitForEvent() and drainInbox() beside a stream", () => {
    test("let a worker look for notes within a command, and leave everything else in order", async () => {
      const { me, tell, note } = stage;
      await tell(1, 2);
      await note("look here");
      await tell(3);
      const order: unknown[] = [];
      for await (const event of me.events()) {
        if (event.name !== "command.received") continue;
        order.push(event.payload.payload);
        if (order.length === 1) {
          const [found] = await me.waitForEvent({ names: ["supervisor.note"], timeoutSeconds: 10 });
          order.push(found?.name === "supervisor.note" && found.payload.message);
        }
        if (event.payload.payload === 3) break;
      }
      expect(order).toEqual([1, "look here", 2, 3]);
    });

    test("go on where a stream was left", async () => {
      await stage.tell(1, 2, 3);
      expect(await payloads(1)).toEqual([1]);
      const rest = [...(await stage.me.waitForEvent()), ...(await stage.me.drainInbox())];
      expect(rest.map(({ payload }) => (payload as { payload: unknown }).payload)).toEqual([2, 3]);
      expect(await stage.me.drainInbox()).toEqual([]);
    });
  });
}

async function setStage(origin: string, wire: FaultyProxy, transport: RelayTransport): Promise<Stage> {
  const relay = new RelayClient({ origin: wire.origin, transport, clock: hastyClock, timeoutMs: 2_000 });
  const backstage = new RelayClient({ origin, transport: "poll" });
  const made = await backstage.createSession({ purpose: { kind: "test" } });
  const { session_id: sessionId, creator_token: creator, join_token: joinToken } = made;
  const other = await backstage.join(sessionId, { joinToken, role: "sender", capabilities: ["send"] });
  const me = await relay.join(sessionId, { joinToken, role: "worker", capabilities: ["work"] });
  return {
    relay,
    backstage,
    wire,
    sessionId,
    creator,
    me,
    other,
    tell: async (...payloads) => {
      const target = { participant_ids: [me.participantId] };
      for (const payload of payloads) await other.send({ dispatch: "specific", target, payload });
    },
    listening: async () => {
      await expect
        .poll(async () => {
          const { roster } = await backstage.listParticipants(sessionId, creator);
          return roster.find(({ participant_id: id }) => id === me.participantId);
        })
        .toMatchObject({ listening: true, pending: 0, unacked: 0 });
    },
    note: async (message) => {
      await backstage.postOrder(sessionId, creator, { kind: "note", target: me.participantId, message });
    },
  };
}
