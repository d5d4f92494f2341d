import { afterEach, describe, expect, test, vi } from "vitest";
import { failure } from "../../../testing/failure.js";
import { HandRelay } from "../../../testing/hand-relay.js";
import { hastyClock } from "../../../testing/hasty-clock.js";
import { manualClock } from "../../../testing/manual-clock.js";
import { event, JOIN_TOKEN, SID, TOKEN } from "../../../testing/relay-replies.js";
import {
  ParticipantRemoved,
  RelayClient,
  type EventsOptions,
  type EventStream,
  type Participant,
  type RelayClientOptions,
} from "../../index.js";

let relay: HandRelay;
const streams: EventStream[] = [];
afterEach(async () => {
  await Promise.all(streams.splice(0).map((stream) => stream.return()));
  await relay.stop();
});

/** Ended with its test, so that it does not go on looking for its relay. */
function eventsOf(me: Participant, options?: EventsOptions): EventStream {
  const stream = me.events(options);
  streams.push(stream);
  return stream;
}

async function participant(options: RelayClientOptions = {}): Promise<Participant> {
  relay = new HandRelay();
  await relay.start();
  const client = new RelayClient({ origin: relay.origin, transport: "socket", clock: hastyClock, ...options });
  return client.join(SID, { joinToken: JOIN_TOKEN });
}

describe("a connection", () => {
  test("is asked for with its cursor, and with the token where no log keeps it", async () => {
    const me = await participant();
    relay.onPeer = (peer) => {
      peer.hello();
      peer.say(event(1));
    };
    for await (const _ of eventsOf(me)) break;
    const [peer] = relay.peers;
    expect(peer?.url).toBe(`/v1/sessions/${SID}/participants/me/events?last_acked_seq=0`);
    expect(peer?.protocols).toBe(`sessionweave.v1,bearer.${TOKEN}`);
  });

  test("says first that it acknowledges by itself, then what was dealt with, a while's worth at once", async () => {
    const clock = manualClock();
    const me = await participant({ clock });
    relay.onPeer = (peer) => {
      peer.hello();
      peer.say(event(1), event(2), event(3), event(4));
    };
    const events = eventsOf(me);
    for (let n = 0; n < 4; n += 1) await events.next();
    await clock.paused(100);
    await relay.until(() => relay.peers[0]?.frames.length === 1);
    expect(relay.peers[0]?.frames).toEqual([{ ack: 0 }]);
    clock.pass(100);
    await relay.until(() => relay.peers[0]?.frames.length === 2);
    await events.return();
    await relay.until(() => relay.peers[0]?.frames.length === 3);
    expect(relay.peers[0]?.frames).toEqual([{ ack: 0 }, { ack: 3 }, { ack: 4 }]);
  });

  test("does not wait with that when much was dealt with", async () => {
    const clock = manualClock();
    const me = await participant({ clock });
    relay.onPeer = (peer) => {
      peer.hello();
      peer.say(...Array.from({ length: 70 }, (_, n) => event(n + 1)));
    };
    const events = eventsOf(me);
    for (let n = 0; n < 66; n += 1) await events.next();
    await relay.until(() => relay.peers[0]?.frames.length === 2);
    expect(relay.peers[0]?.frames[1]).toEqual({ ack: 64 });
    await events.return();
  });

  test("tells of a gap by its hello", async () => {
    const me = await participant();
    const gap = { dropped: 2, first_seq: 1, last_seq: 2 };
    relay.onPeer = (peer) => peer.hello({ gap });
    for await (const one of eventsOf(me)) {
      expect(one).toEqual({ name: "relay.gap", payload: gap, seq: null });
      break;
    }
  });

  test.each(["not json", "7", '{"name":7}', '{"name":"a","payload":{},"seq":"1"}'])(
    "that says %s is no relay's",
    async (text) => {
      const me = await participant();
      relay.onPeer = (peer) => peer.socket.send(text);
      expect(await failure(eventsOf(me).next())).toMatchObject({ kind: "protocol", code: "unexpected_frame" });
    },
  );

  test("that sends bytes is no relay's", async () => {
    const me = await participant();
    relay.onPeer = (peer) => peer.socket.send(Buffer.from('{"name":"a","payload":{},"seq":1}'));
    expect(await failure(eventsOf(me).next())).toMatchObject({ kind: "protocol", code: "unexpected_frame" });
  });
});

describe("a close", () => {
  test.each([1001, 1006, 1011, 1012, 4408, 4413])("with %i is followed by another connection", async (code) => {
    const me = await participant();
    relay.onPeer = (peer) => {
      peer.hello();
      if (relay.peers.length > 1) return peer.say({ ...event(1), redelivered: true }, event(2));
      peer.say(event(1));
      if (code === 1006) peer.socket.terminate();
      else peer.socket.close(code);
    };
    const seqs: unknown[] = [];
    for await (const { seq } of eventsOf(me)) if (seqs.push(seq) === 2) break;
    expect(seqs).toEqual([1, 2]);
    expect(relay.peers.length).toBe(2);
  });

  test("with 1000 ends the loop", async () => {
    const me = await participant();
    relay.onPeer = (peer) => {
      peer.hello();
      peer.socket.close(1000);
    };
    expect(await eventsOf(me).next()).toEqual({ done: true, value: undefined });
  });

  test("with 4410 throws ParticipantRemoved, after what came before it", async () => {
    const me = await participant();
    relay.onPeer = (peer) => {
      peer.hello();
      peer.say(event(1, "supervisor.note"));
      peer.socket.close(4410);
    };
    const events = eventsOf(me);
    expect(await events.next()).toMatchObject({ value: { name: "supervisor.note" } });
    expect(await failure(events.next())).toBeInstanceOf(ParticipantRemoved);
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test.each([
    [4400, "bad_request"],
    [4401, "unauthorized"],
    [4403, "permission_denied"],
    [4409, "replaced"],
    [4429, "too_many"],
  ])("with %i throws %s and no connection follows", async (code, expected) => {
    const me = await participant();
    relay.onPeer = (peer) => peer.socket.close(code);
    expect(await failure(eventsOf(me).next())).toMatchObject({ kind: "api", code: expected, retryable: false });
    expect(relay.peers).toHaveLength(1);
  });

  test("is explained by the relay where it can say more", async () => {
    const me = await participant();
    const error = { code: "participant_evicted", message: "You are no longer in this session.", retryable: false };
    relay.access = { status: 409, json: { error } };
    relay.onPeer = (peer) => peer.socket.close(4403);
    expect(await failure(eventsOf(me).next())).toMatchObject({ code: "participant_evicted", status: 409 });
  });
});

describe("where no WebSocket gets through", () => {
  test("auto polls, once it is sure", async () => {
    const me = await participant({ transport: "auto" });
    relay.upgrades = "refused";
    for await (const one of eventsOf(me)) {
      expect(one).toMatchObject({ name: "polled" });
      break;
    }
    expect(relay.attempts).toBe(2);
    await eventsOf(me).next();
    expect(relay.attempts).toBe(2);
  });

  test("auto polls after an upgrade that is never answered", async () => {
    const me = await participant({ transport: "auto", timeoutMs: 1000 });
    relay.upgrades = "ignored";
    expect(await eventsOf(me).next()).toMatchObject({ value: { name: "polled" } });
  });

  test("socket goes on trying, and comes through when it can", async () => {
    const me = await participant();
    relay.upgrades = "refused";
    const waiting = eventsOf(me).next();
    await vi.waitUntil(() => relay.attempts >= 4);
    relay.onPeer = (peer) => {
      peer.hello();
      peer.say(event(1));
    };
    relay.upgrades = "taken";
    expect(await waiting).toMatchObject({ value: { seq: 1 } });
  });

  test("auto polls where there is none at all, and socket says so", async () => {
    const webSocket = () => {
      throw new Error("none");
    };
    const me = await participant({ transport: "auto", webSocket });
    expect(await eventsOf(me).next()).toMatchObject({ value: { name: "polled" } });
    await relay.stop();
    const insisting = await participant({ webSocket });
    expect(await failure(insisting.events().next())).toMatchObject({ kind: "configuration", code: "no_web_socket" });
  });
});

describe("a peer that vanished", () => {
  test("is noticed by its silence", async () => {
    const clock = manualClock();
    const me = await participant({ clock });
    const states: string[] = [];
    const waiting = eventsOf(me, { onConnection: (state) => states.push(state) });
    const first = waiting.next();
    await clock.paused(20_000);
    await relay.until(() => relay.peers[0]?.frames.length === 1);
    // From here on it reads nothing, and so answers no ping.
    relay.peers[0]?.socket.pause();
    clock.pass(20_000);
    await clock.paused(20_000);
    clock.pass(20_000);
    await clock.paused(250);
    expect(states).toEqual(["lost"]);
    relay.onPeer = (peer) => {
      peer.hello();
      peer.say(event(1));
    };
    clock.pass(250);
    expect(await first).toMatchObject({ value: { seq: 1 } });
    expect(states).toEqual(["lost", "back"]);
    await waiting.return();
  });
});

test("a WebSocket of the platform's is taken before any other", async () => {
  const { WebSocket: Real } = await import("ws");
  const opened: unknown[] = [];
  class Platform extends Real {
    constructor(url: string, protocols: string[]) {
      super(url, protocols);
      opened.push([url, protocols]);
    }
  }
  vi.stubGlobal("WebSocket", Platform);
  try {
    const me = await participant();
    relay.onPeer = (peer) => {
      peer.hello();
      peer.say(event(1));
    };
    expect(await eventsOf(me).next()).toMatchObject({ value: { seq: 1 } });
    expect(opened).toHaveLength(1);
  } finally {
    vi.unstubAllGlobals();
  }
});
