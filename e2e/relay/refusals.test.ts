import { KINDS, openRelay, type Json, type Member, type Session } from "@/e2e/relay/support/relay";
import { attach } from "@/e2e/relay/support/socket";
import { RELAY_ERRORS, type RelayErrorCode } from "@sess.si/protocol";
import { afterAll, describe, expect, it } from "vitest";

const relay = await openRelay();

interface Scene {
  session: Session;
  a: Member;
  b: Member;
}

type Call = [method: string, path: string, token: string | null, body?: unknown];
type Case = [code: RelayErrorCode, name: string, call: (scene: Scene) => Promise<Call> | Call, details?: object];

const send = ({ session, a }: Scene, body: object): Call => ["POST", `${session.path}/commands`, a.token, body];
const to = (...ids: string[]) => ({ dispatch: "specific", target: { participant_ids: ids } });
const create = (body: object): Call => ["POST", "/v1/sessions", null, body];
const drained = (member: Member): string => `${member.me}/inbox/drain`;

/** Every refusal that a caller can come to, and one way to it. */
const CASES: Case[] = [
  [
    "validation_error",
    "a command without a filter",
    (s) => send(s, { dispatch: "all", target: {} }),
    { field: "/target" },
  ],
  ["validation_error", "a negative time", ({ a }) => ["POST", `${a.me}/inbox/wait`, a.token, { timeout_seconds: -1 }]],
  ["validation_error", "a halting list of names", ({ a }) => ["POST", `${a.me}/inbox/wait`, a.token, { names: "x" }]],
  ["validation_error", "an empty change of oneself", ({ a }) => ["PATCH", a.me, a.token, {}]],
  [
    "validation_error",
    "an order without a message",
    ({ session }) => ["POST", `${session.path}/supervisor/notes`, session.supervisor, { kind: "undo", target: "all" }],
  ],
  ["validation_error", "no body", ({ session, a }) => ["POST", `${session.path}/commands`, a.token]],
  [
    "validation_error",
    "an unknown supervisor token",
    ({ session }) => ["DELETE", `${session.path}/supervisor-tokens/st-unknown000`, session.creator],
  ],
  [
    "invalid_dispatch_filters",
    "ids for all",
    (s) => send(s, { dispatch: "all", target: { participant_ids: [s.b.id] } }),
  ],
  [
    "invalid_dispatch_filters",
    "a filter for specific ones",
    (s) => send(s, { ...to(s.b.id), target: { participant_ids: [s.b.id], role: "r" } }),
  ],
  ["invalid_targets", "somebody unknown (D-34)", (s) => send(s, to(s.b.id, "p-unknown")), { unknown: ["p-unknown"] }],
  ["invalid_targets", "oneself (D-31)", (s) => send(s, to(s.a.id))],
  ["invalid_config", "a key that is none (D-94)", () => create({ config: { colour: 1 } })],
  ["invalid_config", "more than the relay allows (D-69)", () => create({ config: { max_participants: 17 } })],
  ["invalid_config", "a purpose that is a text (D-75)", () => create({ purpose: "text" })],
  [
    "invalid_config",
    "a time to live that is too short (D-60)",
    () => create({ persistence: { mode: "ttl", ttl_seconds: 3599 } }),
  ],
  ["unauthorized", "no token", ({ session }) => ["GET", session.path, null]],
  [
    "account_token_invalid",
    "an account that is none (D-08)",
    () => ["POST", "/v1/sessions", `sess_sk_${"x".repeat(43)}`, {}],
  ],
  ["permission_denied", "another's token", ({ session, a }) => ["DELETE", session.path, a.token]],
  [
    "participant_removed",
    "one that was removed",
    async ({ session, b }) => {
      await session.remove(b);
      return ["POST", drained(b), b.token];
    },
  ],
  [
    "not_a_recipient",
    "an answer of somebody else (I26)",
    async ({ session, a, b }) => {
      const { command_id } = await a.send([b]);
      return ["POST", `${session.path}/commands/${command_id}/responses`, a.token, {}];
    },
  ],
  [
    "join_token_revoked",
    "an invite from before a removal",
    async ({ session, b }) => {
      await session.remove(b);
      return ["POST", `${session.path}/participants`, session.joinToken, {}];
    },
  ],
  ["session_not_found", "no session", ({ a }) => ["GET", `/v1/sessions/${"x".repeat(22)}`, a.token]],
  [
    "command_not_found",
    "no command",
    ({ session, b }) => ["POST", `${session.path}/commands/none/responses`, b.token, {}],
  ],
  [
    "participant_not_found",
    "an order to nobody (D-51)",
    ({ session }) => [
      "POST",
      `${session.path}/supervisor/notes`,
      session.supervisor,
      { kind: "halt", target: "p-unknown" },
    ],
  ],
  [
    "participant_not_found",
    "a removal of nobody",
    ({ session }) => ["DELETE", `${session.path}/participants/p-unknown`, session.creator],
  ],
  [
    "note_not_found",
    "no note",
    ({ session, a }) => ["POST", `${session.path}/supervisor/notes/sn-unknown/replies`, a.token, { message: "m" }],
  ],
  [
    "note_not_found",
    "somebody else's private note (D-52, I37)",
    async ({ session, a, b }) => {
      const { note_id } = await session.note("note", b.id, "private");
      return ["POST", `${session.path}/supervisor/notes/${note_id}/replies`, a.token, { message: "m" }];
    },
  ],
  ["method_not_allowed", "another method", ({ session, a }) => ["PUT", session.path, a.token, {}]],
  [
    "session_full",
    "the second of one",
    async () => {
      const small = await relay.session(undefined, { config: { max_participants: 1 } });
      await small.join();
      return ["POST", `${small.path}/participants`, small.joinToken, {}];
    },
    { limit: 1 },
  ],
  [
    "already_responded",
    "a second answer, which says that it is the same (D-42)",
    async ({ session, a, b }) => {
      const { command_id } = await a.send([b], { target: { participant_ids: [b.id, (await session.join()).id] } });
      await b.respond(command_id, { payload: 1 });
      return ["POST", `${session.path}/commands/${command_id}/responses`, b.token, { payload: 1 }];
    },
    { same_body: true },
  ],
  [
    "participant_paused",
    "a command to one that was halted (D-35)",
    async (s) => {
      await s.session.note("halt", s.b.id);
      return send(s, to(s.b.id));
    },
    { paused: [expect.any(String)] },
  ],
  [
    "sender_paused",
    "a command of one that was halted (D-36)",
    async (s) => {
      await s.session.note("halt", s.a.id);
      return send(s, to(s.b.id));
    },
  ],
  [
    "wait_already_in_flight",
    "a second wait (I15)",
    async ({ session, a }) => {
      background(
        a.call("POST", `${a.me}/inbox/wait`, { names: ["none"], timeout_seconds: 60 }, { signal: over.signal }),
      );
      await expect.poll(() => listens(session, a)).toBe(true);
      return ["POST", `${a.me}/inbox/wait`, a.token, {}];
    },
  ],
  [
    "participant_evicted",
    "one that left",
    async ({ a }) => {
      await a.leave();
      return ["POST", drained(a), a.token];
    },
  ],
  [
    "command_id_conflict",
    "an id that another has used (D-37)",
    async (s) => {
      await s.b.send([s.a], { command_id: "shared" });
      return send(s, { ...to(s.b.id), command_id: "shared" });
    },
  ],
  [
    "idempotency_mismatch",
    "the same id for something else (I28)",
    async (s) => {
      await s.a.send([s.b], { command_id: "mine" });
      return send(s, { ...to(s.b.id), payload: 2, command_id: "mine" });
    },
  ],
];

describe.each(KINDS)("in a session that is $kind", (kind) => {
  it.each(CASES)("%s: %s", async (code, _, call, details) => {
    const session = await relay.session(kind);
    const [a, b] = await session.fill(2);
    const [method, path, token, body] = await call({ session, a: a!, b: b! });
    const before = await seqOf(session);
    const reply = await relay.call(method, path, token, body);
    expect([reply.status, reply.body.error.code]).toEqual([RELAY_ERRORS[code].status, code]);
    expect(reply.body.error).toMatchObject({ retryable: RELAY_ERRORS[code].retryable, message: expect.any(String) });
    if (details) expect(reply.body.error.details).toMatchObject(details);
    expect(reply.headers.has("retry-after")).toBe([429, 503].includes(reply.status));
    // I04: what was refused left nothing behind.
    expect(await seqOf(session)).toBe(before);
  });
});

it("no_history: an ephemeral session has none", async () => {
  const session = await relay.session();
  const { status, body } = await relay.call("GET", `${session.path}/events`, session.creator);
  expect([status, body.error.code]).toEqual([409, "no_history"]);
});

describe("a body", () => {
  const bodies: [string, string, number, string][] = [
    ["that is no JSON", "{", 400, "validation_error"],
    ["that is an array", "[]", 400, "validation_error"],
    ["of 1 MiB and one byte", `"${"x".repeat(1024 * 1024 - 1)}"`, 413, "payload_too_large"],
  ];
  it.each(bodies)("%s", async (_, rawBody, status, code) => {
    const session = await relay.session();
    const [a] = await session.fill(1);
    const reply = await relay.call("POST", `${session.path}/commands`, a!.token, undefined, { rawBody });
    expect([reply.status, reply.body.error.code]).toEqual([status, code]);
    expect(JSON.stringify(reply.body)).not.toContain("xxxx");
  });

  it("may be missing where everything may be left out, and has members that nobody knows (D-94)", async () => {
    const session = await relay.session();
    const [a, b] = await session.fill(2);
    expect((await relay.call("POST", "/v1/sessions", null)).status).toBe(201);
    expect((await relay.call("POST", `${session.path}/participants`, session.joinToken)).status).toBe(201);
    expect(await a!.send([b!], { more: 1, payload: null })).toMatchObject({ delivered_to: [b!.id] });
  });
});

describe("a payload comes as it was sent (I21, D-45)", () => {
  const texts = [
    "null",
    '"\\u0000"',
    '"\\ud800"',
    '"🜚 עברית"',
    "9007199254740993",
    "-0.0",
    "1e400",
    '{"__proto__":{"a":1},"constructor":{"prototype":1}}',
    '{"a":1,"a":2}',
    `${"[".repeat(512)}${"]".repeat(512)}`,
    `${"[".repeat(50_000)}${"]".repeat(50_000)}`,
    ' { "spaced" : [ 1 , 2 ] } ',
  ];
  it.each(KINDS.flatMap((kind) => texts.map((text) => ({ kind, text, name: text.slice(0, 40) }))))(
    "$kind.kind: $name",
    async ({ kind, text }) => {
      const session = await relay.session(kind);
      const [a, b] = await session.fill(2);
      const stream = await attach(b!);
      const raws: string[] = [];
      stream.socket.on("message", (data) => raws.push(String(data)));
      const rawBody = `{"dispatch":"specific","target":{"participant_ids":["${b!.id}"]},"payload":${text},"command_id":"c1"}`;
      const sent = await relay.call("POST", `${session.path}/commands`, a!.token, undefined, { rawBody });
      expect(sent.status).toBe(201);
      await stream.next("command.received");
      expect(raws[0]).toContain(`"payload":${text.trim()}`);
      stream.socket.terminate();
      await stream.closed;
      const answer = `{"payload":${text}}`;
      const path = `${session.path}/commands/c1/responses`;
      expect((await relay.call("POST", path, b!.token, undefined, { rawBody: answer })).status).toBe(201);
      const drain = await fetch(`${relay.origin}${drained(a!)}`, {
        method: "POST",
        headers: { authorization: `Bearer ${a!.token}` },
      });
      expect(await drain.text()).toContain(`"payload":${text.trim()}`);
    },
  );
});

const pending: Promise<unknown>[] = [];
const background = (call: Promise<unknown>): void => void pending.push(call);
const over = new AbortController();
afterAll(() => {
  over.abort();
  return Promise.allSettled(pending);
});

async function listens(session: Session, { id }: Member): Promise<boolean> {
  const { roster } = await relay.ok("GET", `${session.path}/participants`, session.supervisor);
  return roster.find((one: Json) => one.participant_id === id).listening;
}

/** The session's number of its last event, as its history tells; 0 where there is none. */
async function seqOf({ path, creator }: Session): Promise<number> {
  const { status, body } = await relay.call("GET", `${path}/events?order=desc&limit=1`, creator);
  return status === 200 ? (body.events[0]?.seq ?? 0) : 0;
}
