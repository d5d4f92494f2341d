import { once } from "node:events";
import { ending, EVENTS, FIREHOSE, relayStage, SID, type RelayStage } from "@/lib/ws/testing/relay-stage";
import { RelayError } from "@sess.si/protocol";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WebSocket } from "ws";

let stage: RelayStage;
beforeEach(async () => void (stage = await relayStage()));
afterEach(() => stage.close());

const V1 = "sessionweave.v1";
const frameOf = async (socket: WebSocket): Promise<string> => String((await once(socket, "message"))[0]);
const until = <T>(find: () => T) => vi.waitUntil(find, { timeout: 4000, interval: 5 });
const attached = () => until(() => stage.streams[0]);

describe("who gets a socket", () => {
  it.each([
    ["the query", `${EVENTS}?token=swp_1`, [], {}],
    ["a header", EVENTS, [], { headers: { authorization: "Bearer swp_1" } }],
    ["a subprotocol", EVENTS, [V1, "bearer.swp_1"], {}],
    ["a page of our own", `${EVENTS}?token=swp_1`, [], { origin: "http://own.example" }],
  ])("one with a token in %s (D-09)", async (_, path, protocols, options) => {
    const socket = stage.open(path, protocols, options);
    await once(socket, "open");
    const { caller } = await attached();
    expect(caller).toEqual({ kind: "token", digest: expect.any(String) });
    expect(socket.protocol).toBe(protocols.length > 0 ? V1 : "");
  });

  it("one with a ticket", async () => {
    stage.open(EVENTS, [V1, "ticket.good"]);
    expect((await attached()).caller).toEqual({ kind: "token", digest: "by ticket" });
  });

  it.each([
    ["http://evil.example", EVENTS],
    ["null", EVENTS],
    ["http://own.example.evil.example", FIREHOSE],
  ])("no page of %s: 403 (U30)", async (origin, path) => {
    const socket = stage.open(`${path}?token=swp_1`, [], { origin });
    const [error] = (await once(socket, "error")) as [Error];
    expect(error.message).toContain("403");
    expect(stage.streams).toEqual([]);
  });

  it.each([
    ["nobody", EVENTS, [], 4401, "unauthorized"],
    ["a used ticket", EVENTS, [V1, "ticket.bad"], 4401, "unauthorized"],
    ["a session id that is none", `${EVENTS.replace(SID, "short")}?token=x`, [], 4404, "session_not_found"],
    ["a cursor that is none", `${EVENTS}?token=x&last_acked_seq=x`, [], 4400, "validation_error"],
  ])("with %s: a close code", async (_, path, protocols, code, reason) => {
    expect(await ending(stage.open(path, protocols))).toEqual([code, reason]);
  });

  it.each([
    ["session_not_found", 4404],
    ["permission_denied", 4403],
    ["participant_removed", 4410],
    ["rate_limited", 4429],
    ["persistence_failed", 1012],
  ] as const)("%s: %i (D-91)", async (code, expected) => {
    stage.refusal = new RelayError(code, "No.");
    expect(await ending(stage.open(`${EVENTS}?token=x`))).toEqual([expected, code]);
    expect(await ending(stage.open(`${FIREHOSE}?token=x`))).toEqual([expected, code]);
  });

  it("a fault of our own closes it too, and leaves no message in the log", async () => {
    stage.refusal = new Error("canary");
    expect(await ending(stage.open(`${EVENTS}?token=x`))).toEqual([1012, "internal"]);
    expect(JSON.stringify(stage.logged)).not.toContain("canary");
    expect(stage.logged).toHaveLength(1);
  });
});

describe("a participant's stream", () => {
  it("greets those who speak the subprotocol, and only them", async () => {
    const spoken = stage.open(EVENTS, [V1, "bearer.x"]);
    expect(JSON.parse(await frameOf(spoken))).toEqual({ name: "relay.hello", payload: { last_seq: 7 }, seq: null });
    const plain = stage.open(`${EVENTS}?token=x&last_acked_seq=5`);
    await once(plain, "open");
    const { sink, options } = await until(() => stage.streams[1]);
    expect(options).toEqual({ cursor: 5, hello: false });
    sink.frames(["first"], 1);
    expect(await frameOf(plain)).toBe("first");
  });

  it("takes a pong for the proof that what was before the ping was read", async () => {
    const socket = stage.open(`${EVENTS}?token=x`);
    const { sink, told } = await attached();
    sink.frames(["a", "b"], 3);
    sink.frames(["c"], 4);
    sink.frames(["d"], null);
    await until(() => told.length > 0);
    expect(told).toEqual([["read", 4]]);
    socket.terminate();
    await until(() => told.length > 1);
    expect(told.at(-1)).toEqual(["closed"]);
  });

  it("takes acknowledgements", async () => {
    const socket = stage.open(`${EVENTS}?token=x`);
    await once(socket, "open");
    socket.send('{"ack":7}');
    const { told } = await attached();
    await until(() => told.length > 0);
    expect(told).toEqual([["acked", 7]]);
  });

  it.each([
    ["no acknowledgement", '{"ack":"x"}'],
    ["no JSON", "{"],
    ["bytes", Buffer.from('{"ack":7}')],
    ["4,097 bytes", `{"ack":7${" ".repeat(4097 - 9)}}`],
  ])("ends with 4400 at %s", async (_, frame) => {
    const socket = stage.open(`${EVENTS}?token=x`);
    await once(socket, "open");
    socket.send(frame, { binary: typeof frame !== "string" });
    expect(await ending(socket)).toEqual([4400, "bad_request"]);
  });

  it("takes a frame of 4,096 bytes", async () => {
    const socket = stage.open(`${EVENTS}?token=x`);
    await once(socket, "open");
    socket.send(`{"ack":7${" ".repeat(4096 - 9)}}`);
    const { told } = await attached();
    await until(() => told.length > 0);
    expect(told).toEqual([["acked", 7]]);
  });

  it("ends as the relay says", async () => {
    const socket = stage.open(`${EVENTS}?token=x`);
    const { sink } = await attached();
    sink.frames(["last"], 1);
    sink.close("replaced");
    expect(await Promise.all([frameOf(socket), ending(socket)])).toEqual(["last", [4409, "replaced"]]);
  });

  it("says that a peer who does not read has a full buffer, and that it reads again", async () => {
    const socket = stage.open(`${EVENTS}?token=x`);
    await once(socket, "open");
    socket.pause();
    const { sink, told } = await attached();
    const large = "x".repeat(400_000);
    const windows = () => told.filter(([name]) => name === "window").map(([, isOpen]) => isOpen);
    while (windows().at(-1) !== false) {
      sink.frames([large], 1);
      await new Promise(setImmediate);
    }
    socket.resume();
    await until(() => windows().at(-1) === true);
  });
});

describe("a firehose", () => {
  it("passes every event on, and is over when the socket is", async () => {
    const socket = stage.open(`${FIREHOSE}?token=x&after_seq=3`);
    const { sink, options } = await until(() => stage.firehoses[0]);
    expect(options).toEqual({ afterSeq: 3 });
    sink.frame("event");
    expect(await frameOf(socket)).toBe("event");
    socket.close();
    await until(() => stage.firehoses[0]?.closed);
  });

  it("takes nothing: 4400", async () => {
    const socket = stage.open(`${FIREHOSE}?token=x`);
    await once(socket, "open");
    socket.send('{"ack":1}');
    expect(await ending(socket)).toEqual([4400, "bad_request"]);
  });

  it("that is not read is cut off above its bound, and holds nothing any more (D-89)", async () => {
    const socket = stage.open(`${FIREHOSE}?token=x`);
    await once(socket, "open");
    socket.pause();
    const { sink } = await until(() => stage.firehoses[0]);
    const large = "x".repeat(1_000_000);
    for (let sent = 0; sent < 40; sent += 1) {
      sink.frame(large);
      await new Promise(setImmediate);
    }
    await until(() => stage.firehoses[0]?.closed);
  });
});

describe("the end", () => {
  it("comes to all who are left when the relay has said its last, and nobody gets in meanwhile", async () => {
    const socket = stage.open(`${EVENTS}?token=x`);
    await attached();
    let saidIt = (): void => undefined;
    const said = new Promise<void>((resolve) => (saidIt = resolve));
    const drained = stage.drain(said);
    const late = stage.open(`${EVENTS}?token=x`);
    const [error] = (await once(late, "error")) as [Error];
    expect(error.message).toContain("503");
    saidIt();
    expect(await ending(socket)).toEqual([1012, "restart"]);
    await drained;
  });

  it("comes to a peer that answers no ping (D-90)", async () => {
    const quick = await relayStage({ ws_ping_seconds: 0.02 });
    const socket = quick.open(`${EVENTS}?token=x`, [], { autoPong: false } as object);
    expect(await ending(socket)).toEqual([4408, "keepalive_lost"]);
    await quick.close();
  });
});
