import { ownRelay } from "@/e2e/relay/support/own-relay";
import { UNHURRIED } from "@/e2e/relay/setup";
import { KINDS, openRelay, type Json, type Member, type Session } from "@/e2e/relay/support/relay";
import { attach, open, watch } from "@/e2e/relay/support/socket";
import { readRelayLimits, relayLimitVariable, type RelayLimitName } from "@sess.si/protocol";
import { describe, expect, it, vi } from "vitest";

/** Small enough to be reached, and different from each other. */
const TIGHT = {
  max_participants: 3,
  max_purpose_bytes: 300,
  max_feedback_bytes: 200,
  max_metadata_bytes: 210,
  max_objective_bytes: 50,
  max_role_length: 10,
  max_capability_length: 11,
  max_capabilities: 4,
  max_creator_id_length: 12,
  join_token_ttl: 900,
  max_join_tokens: 3,
  max_supervisor_tokens: 3,
  default_command_timeout_seconds: 40,
  max_command_timeout_seconds: 50,
  max_payload_bytes: 400,
  max_command_id_length: 20,
  max_queued_commands_per_pair: 5,
  max_pending_notifications_per_participant: 30,
  max_drain_messages: 6,
  max_names: 5,
  max_name_length: 22,
  default_wait_seconds: 1,
  max_wait_seconds: 2,
  max_ws_frame_bytes: 64,
  max_firehoses: 2,
  max_note_bytes: 220,
  max_outcome_items: 4,
  max_outcome_item_length: 9,
  default_events_page: 4,
  max_events_page: 7,
  max_body_bytes: 2000,
} satisfies Partial<Record<RelayLimitName, number>>;

const variables = (limits: Partial<Record<RelayLimitName, number>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(limits).map(([name, value]) => [relayLimitVariable(name as RelayLimitName), String(value)]),
  );

const stock = await openRelay();
const stage = ownRelay({ ...UNHURRIED, ...variables(TIGHT) });

it("an operator's limits are what /v1/info tells", async () => {
  const { limits } = await stage.relay.ok("GET", "/v1/info", null);
  // What stands for "a quarter of the machine's memory" is told as that.
  const expected = { ...readRelayLimits(variables({ ...TIGHT, ...RATES })), max_buffer_bytes: expect.any(Number) };
  expect(limits).toEqual(expected);
});

const RATES = {
  session_creates_per_minute: 100_000,
  joins_per_minute: 100_000,
  notes_per_minute: 100_000,
  max_hot_sessions_per_account: 100_000,
};

/** A JSON object that takes so many bytes when it is written. */
const objectOf = (bytes: number): object => ({ a: "x".repeat(bytes - '{"a":""}'.length) });
const text = (length: number): string => "x".repeat(length);

interface Scene {
  session: Session;
  a: Member;
  b: Member;
}

type Edge = [
  limit: RelayLimitName,
  status: number,
  code: string,
  call: (scene: Scene, size: number) => [method: string, path: string, token: string | null, body: object],
];

const send = ({ session, a, b }: Scene, more: object): ReturnType<Edge[3]> => [
  "POST",
  `${session.path}/commands`,
  a.token,
  { dispatch: "specific", target: { participant_ids: [b.id] }, ...more },
];
const patch = ({ a }: Scene, body: object): ReturnType<Edge[3]> => ["PATCH", a.me, a.token, body];
const waitFor = ({ a }: Scene, wanted: string[]): ReturnType<Edge[3]> => [
  "POST",
  `${a.me}/inbox/wait`,
  a.token,
  { names: wanted, timeout_seconds: 0 },
];
const order = ({ session, a }: Scene, message: string): ReturnType<Edge[3]> => [
  "POST",
  `${session.path}/supervisor/notes`,
  session.supervisor,
  { kind: "note", target: a.id, message },
];

/** Sizes: exactly the limit is taken, one more is refused. */
const EDGES: Edge[] = [
  ["max_purpose_bytes", 400, "invalid_config", (_, n) => ["POST", "/v1/sessions", null, { purpose: objectOf(n) }]],
  [
    "max_purpose_bytes",
    400,
    "invalid_config",
    ({ session }, n) => ["PATCH", `${session.path}/purpose`, session.creator, { purpose: objectOf(n) }],
  ],
  ["max_creator_id_length", 400, "validation_error", (_, n) => ["POST", "/v1/sessions", null, { creator_id: text(n) }]],
  ["max_metadata_bytes", 413, "payload_too_large", (s, n) => patch(s, { metadata: objectOf(n) })],
  ["max_objective_bytes", 413, "payload_too_large", (s, n) => patch(s, { objective: text(n) })],
  ["max_role_length", 400, "validation_error", (s, n) => patch(s, { role: text(n) })],
  ["max_capability_length", 400, "validation_error", (s, n) => patch(s, { capabilities: [text(n)] })],
  ["max_capabilities", 400, "validation_error", (s, n) => patch(s, { capabilities: listOf(n) })],
  ["max_payload_bytes", 413, "payload_too_large", (s, n) => send(s, { payload: text(n - 2) })],
  ["max_command_id_length", 400, "validation_error", (s, n) => send(s, { command_id: text(n) })],
  ["max_names", 400, "validation_error", (s, n) => waitFor(s, listOf(n))],
  ["max_name_length", 400, "validation_error", (s, n) => waitFor(s, [text(n)])],
  ["max_note_bytes", 413, "payload_too_large", (s, n) => order(s, text(n))],
  ["max_feedback_bytes", 413, "payload_too_large", ({ b }, n) => ["DELETE", b.me, b.token, { feedback: objectOf(n) }]],
];

const listOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `n${index}`);

async function sceneOf(kind = KINDS[0] as (typeof KINDS)[number]): Promise<Scene> {
  const session = await stage.relay.session(kind);
  const [a, b] = await session.fill(2);
  return { session, a: a!, b: b! };
}

describe.each(KINDS)("a size at its exact edge, in a session that is $kind (I20)", (kind) => {
  it.each(EDGES)("%s", async (limit, status, code, call) => {
    const scene = await sceneOf(kind);
    const most = TIGHT[limit as keyof typeof TIGHT];
    const over = await stage.relay.call(...call(scene, most + 1));
    expect([over.status, over.body.error?.code]).toEqual([status, code]);
    expect(over.body.error.details).toMatchObject({ limit: most });
    const exact = await stage.relay.call(...call(scene, most));
    expect([exact.status, exact.body.error]).toEqual([expect.any(Number), undefined]);
  });

  it("max_outcome_items and max_outcome_item_length", async () => {
    const scene = await sceneOf(kind);
    const { note_id } = await scene.session.note("undo", scene.a.id, "[all]");
    const reply = async (undone: string[]) => {
      const path = `${scene.session.path}/supervisor/notes/${note_id}/replies`;
      return (await scene.a.call("POST", path, { message: "m", outcome: { status: "done", undone } })).status;
    };
    expect(await reply(listOf(5))).toBe(400);
    expect(await reply([text(10)])).toBe(400);
    expect(await reply(["a", "b", "c", text(9)])).toBe(201);
  });

  it("max_payload_bytes of an answer, in bytes and not in characters (D-42)", async () => {
    const { session, a, b } = await sceneOf(kind);
    const { command_id } = await a.send([b]);
    const path = `${session.path}/commands/${command_id}/responses`;
    const over = await b.call("POST", path, { payload: `${"é".repeat(199)}x` });
    expect([over.status, over.body.error.code]).toEqual([413, "payload_too_large"]);
    expect((await b.call("POST", path, { payload: "é".repeat(199) })).status).toBe(201);
  });
});

describe.each(KINDS)("a number at its exact edge, in a session that is $kind", (kind) => {
  it("max_participants", async () => {
    const session = await stage.relay.session(kind);
    await session.fill(3);
    const { status, body } = await stage.relay.call("POST", `${session.path}/participants`, session.joinToken, {});
    expect([status, body.error.code]).toEqual([409, "session_full"]);
  });

  it.each(["join", "supervisor"])("max_%s_tokens", async (name) => {
    const session = await stage.relay.session(kind);
    const mint = () => stage.relay.call("POST", `${session.path}/${name}-tokens`, session.creator);
    // The session was made with one of each.
    const statuses = [await mint(), await mint(), await mint()].map(({ status }) => status);
    expect(statuses).toEqual([201, 201, 429]);
  });

  it("max_queued_commands_per_pair: the sender is told before the recipient is shut out (U21, D-22)", async () => {
    const { session, a, b } = await sceneOf(kind);
    for (let n = 0; n < 5; n += 1) await a.send([b]);
    const sixth = await stage.relay.call(...send({ session, a, b }, {}));
    expect([sixth.status, sixth.body.error.code]).toEqual([429, "rate_limited"]);
    const toAll = await a.send({ dispatch: "all", target: { role: "worker" } });
    expect(toAll).toMatchObject({ delivered_to: [], skipped: [{ participant_id: b.id, reason: "queue_full" }] });
    await b.drain();
    expect((await a.send([b])).delivered_to).toEqual([b.id]);
  });

  it("max_pending_notifications_per_participant: the next one shuts it out", async () => {
    const { session, a, b } = await sceneOf(kind);
    await b.drain();
    const update = () => a.ok("PATCH", a.me, { objective: null });
    for (let n = 0; n < 30; n += 1) await update();
    expect((await stage.relay.call("GET", `${session.path}/access`, b.token)).status).toBe(200);
    await update();
    const { status, body } = await b.call("POST", `${b.me}/inbox/drain`);
    expect([status, body.error.code]).toEqual([409, "participant_evicted"]);
    expect((await a.drain()).at(-1)).toMatchObject({
      name: "participant.left",
      payload: { reason: "offline_timeout", detail: "buffer_full" },
    });
  });

  it("max_drain_messages: the rest is for the next one (D-20)", async () => {
    const { a, b } = await sceneOf(kind);
    await b.drain();
    for (let n = 0; n < 7; n += 1) await a.ok("PATCH", a.me, { objective: String(n) });
    const first = await b.ok("POST", `${b.me}/inbox/drain`);
    expect([first.messages.length, first.has_more]).toEqual([6, true]);
    const second = await b.ok("POST", `${b.me}/inbox/wait`, { timeout_seconds: 0 });
    expect([second.messages.length, second.has_more]).toEqual([1, undefined]);
  });

  it("waits and commands are clamped, and say so (D-17, D-40)", async () => {
    const { a, b } = await sceneOf(kind);
    await a.drain();
    const started = performance.now();
    expect(await a.wait({ timeout_seconds: 600 })).toMatchObject({ timed_out: true, effective_timeout_seconds: 2 });
    expect(performance.now() - started).toBeGreaterThan(1900);
    expect(await a.wait()).toMatchObject({ effective_timeout_seconds: 1 });
    expect(await a.send([b])).toMatchObject({ effective_timeout_seconds: 40 });
    expect(await a.send([b], { timeout_seconds: 51 })).toMatchObject({ effective_timeout_seconds: 50 });
    expect(await a.send([b], { timeout_seconds: 1 })).toMatchObject({ effective_timeout_seconds: 1 });
  });

  it("max_firehoses and max_ws_frame_bytes", async () => {
    const { session, a } = await sceneOf(kind);
    await watch(session);
    await watch(session);
    expect((await open(session, "firehose", session.supervisor).closed).code).toBe(4429);
    const stream = await attach(a);
    stream.socket.send(`{"ack":0${" ".repeat(64 - 9)}}`);
    stream.socket.send(`{"ack":0${" ".repeat(65 - 9)}}`);
    expect((await stream.closed).code).toBe(4400);
  });

  it("a command is over at its deadline, for both (I24)", async () => {
    const { session, a, b } = await sceneOf(kind);
    await a.drain();
    // Handed out with the send itself, whatever the machine is doing.
    const stream = await attach(b);
    const { command_id } = await a.send([b], { timeout_seconds: 0.3 });
    await stream.next("command.received");
    const completed = async () => (await a.wait({ names: ["command.completed"] })).messages;
    const messages = await vi.waitUntil(async () => nonEmpty(await completed()), { timeout: 30_000 });
    expect(messages[0].payload).toMatchObject({ reason: "ttl_expired", received_count: 0, expected_count: 1 });
    const late = await b.call("POST", `${session.path}/commands/${command_id}/responses`, {});
    expect([late.status, late.body.error.code]).toEqual([404, "command_not_found"]);
    expect((await stream.next()).name).toBe("command.cancelled");
  });
});

const nonEmpty = (list: Json[]): Json[] | null => (list.length > 0 ? list : null);

describe("pages of a history", () => {
  it("default_events_page and max_events_page", async () => {
    const { session, a } = await sceneOf(KINDS[1]);
    for (let n = 0; n < 8; n += 1) await a.ok("PATCH", a.me, { objective: String(n) });
    const page = async (query: string): Promise<Json> =>
      stage.relay.ok("GET", `${session.path}/events${query}`, a.token);
    expect((await page("")).events).toHaveLength(4);
    expect((await page("?limit=7")).events).toHaveLength(7);
    expect((await page("?limit=8")).events).toHaveLength(7);
    for (const query of ["?limit=0", "?limit=x", "?after_seq=-1", "?order=up"]) {
      const { status } = await stage.relay.call("GET", `${session.path}/events${query}`, a.token);
      expect(status, query).toBe(400);
    }
  });
});

describe("the stock limits at their edge", () => {
  it("a payload of 262,144 bytes is taken, one more is 413, and the connection lives (I20, U22)", async () => {
    const session = await stock.session();
    const [a, b] = await session.fill(2);
    const sized = (bytes: number) => send({ session, a: a!, b: b! }, { payload: text(bytes - 2) });
    expect((await stock.call(...sized(262_144))).status).toBe(201);
    expect((await stock.call(...sized(262_145))).status).toBe(413);
    expect((await b!.drain())[0]!.payload.payload).toHaveLength(262_142);
  });

  it("sixteen participants, and no seventeenth", async () => {
    const session = await stock.session();
    await session.fill(16);
    expect((await stock.call("POST", `${session.path}/participants`, session.joinToken, {})).status).toBe(409);
  });
});
