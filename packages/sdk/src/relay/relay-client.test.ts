import { afterEach, describe, expect, test, vi } from "vitest";
import { failure } from "../../testing/failure.js";
import { AT, CREATOR_TOKEN, DESCRIPTION, JOIN_TOKEN, joined, PID, SID, TOKEN } from "../../testing/relay-replies.js";
import { refused } from "../../testing/replies.js";
import { scriptedServer, type Scripted, type Step } from "../../testing/scripted-server.js";
import { testClock } from "../../testing/test-clock.js";
import {
  isSessError,
  NoteNotFound,
  ParticipantPaused,
  ParticipantRemoved,
  RelayClient,
  type Participant,
  type RelayClientOptions,
} from "../index.js";

let server: Scripted | undefined;
afterEach(() => server?.stop());

async function start(steps: Step[], options: RelayClientOptions = {}) {
  server = await scriptedServer(...steps);
  const clock = testClock();
  return { clock, relay: new RelayClient({ origin: server.origin, clock, ...options }) };
}

const AT_SESSION = `/v1/sessions/${SID}`;
const CREATED = {
  session_id: SID,
  purpose: null,
  creator_id: "me",
  creator_token: CREATOR_TOKEN,
  supervisor_token: `sws_${"s".repeat(43)}`,
  supervisor_token_id: "st-00000001",
  join_token: JOIN_TOKEN,
  join_token_expires_at: AT,
  invite_url: `https://relay.example/invite/${SID}?jt=${JOIN_TOKEN}`,
  invite_link: `swvs://relay.example/${SID}?jt=${JOIN_TOKEN}`,
  persistence: null,
};
const INFO = { auth_model: "scoped-tokens-v1", relay_epoch: 1, session_creation: "open", capabilities: {}, limits: {} };
const NOTE = { note_id: "sn-00000001", kind: "halt", target: PID, ts_ms: 1, delivered_to: [PID] };
const SENT = {
  command_id: "c1",
  delivered_to: [PID],
  expires_at: AT,
  expires_in_ms: 60_000,
  effective_timeout_seconds: 60,
};
const PUBLIC = {
  participant_id: PID,
  role: "worker",
  objective: null,
  capabilities: [],
  metadata: {},
  joined_at: AT,
  online: true,
  supervision_state: "active",
};
const TIMES = { created_at: AT, revoked_at: null };
const SUPERVISED = { delivery_mode: "pull", listening: true, last_seen_at: AT, pending: 0, unacked: 0 };

interface Case {
  call(relay: RelayClient): Promise<unknown>;
  reply: object;
  asks: string;
  token: string | null;
  body?: unknown;
}

const CASES: Record<string, Case> = {
  info: { call: (relay) => relay.info(), reply: INFO, asks: "GET /v1/info", token: null },
  createSession: {
    call: (relay) =>
      relay.createSession({ purpose: { kind: "k" }, persistence: { mode: "until_deleted" }, creatorId: "a" }),
    reply: CREATED,
    asks: "POST /v1/sessions",
    token: null,
    body: { purpose: { kind: "k" }, persistence: { mode: "until_deleted" }, creator_id: "a" },
  },
  describe: {
    call: (relay) => relay.describe(SID, { token: JOIN_TOKEN }),
    reply: DESCRIPTION,
    asks: `GET ${AT_SESSION}`,
    token: JOIN_TOKEN,
  },
  access: {
    call: (relay) => relay.access(SID, TOKEN),
    reply: { role: "participant", participant_id: PID, session_state: "hot" },
    asks: `GET ${AT_SESSION}/access`,
    token: TOKEN,
  },
  getEvents: {
    call: (relay) => relay.getEvents(SID, { token: CREATOR_TOKEN }),
    reply: { events: [], session_state: "hot", next_after_seq: null, has_more: false },
    asks: `GET ${AT_SESSION}/events`,
    token: CREATOR_TOKEN,
  },
  "getEvents of a part": {
    call: (relay) =>
      relay.getEvents(SID, {
        token: CREATOR_TOKEN,
        afterSeq: 3,
        kind: "a&b",
        participantId: PID,
        limit: 5,
        order: "desc",
      }),
    reply: { events: [], session_state: "cold", next_after_seq: 9, has_more: true },
    asks: `GET ${AT_SESSION}/events?after_seq=3&kind=a%26b&participant_id=${PID}&limit=5&order=desc`,
    token: CREATOR_TOKEN,
  },
  listParticipants: {
    call: (relay) => relay.listParticipants(SID, CREATOR_TOKEN),
    reply: { roster: [{ ...PUBLIC, ...SUPERVISED }] },
    asks: `GET ${AT_SESSION}/participants`,
    token: CREATOR_TOKEN,
  },
  "listParticipants as one of them": {
    call: (relay) => relay.listParticipants(SID, TOKEN),
    reply: { roster: [PUBLIC] },
    asks: `GET ${AT_SESSION}/participants`,
    token: TOKEN,
  },
  updatePurpose: {
    call: (relay) => relay.updatePurpose(SID, CREATOR_TOKEN, null),
    reply: { purpose: null },
    asks: `PATCH ${AT_SESSION}/purpose`,
    token: CREATOR_TOKEN,
    body: { purpose: null },
  },
  deleteSession: {
    call: (relay) => relay.deleteSession(SID, CREATOR_TOKEN),
    reply: { ended: true, reason: "host_deleted" },
    asks: `DELETE ${AT_SESSION}`,
    token: CREATOR_TOKEN,
  },
  mintJoinToken: {
    call: (relay) => relay.mintJoinToken(SID, CREATOR_TOKEN),
    reply: { join_token: JOIN_TOKEN, expires_at: AT, invite_url: CREATED.invite_url, invite_link: CREATED.invite_link },
    asks: `POST ${AT_SESSION}/join-tokens`,
    token: CREATOR_TOKEN,
  },
  mintSupervisorToken: {
    call: (relay) => relay.mintSupervisorToken(SID, CREATOR_TOKEN),
    reply: { token_id: "st-00000002", supervisor_token: "sws_x" },
    asks: `POST ${AT_SESSION}/supervisor-tokens`,
    token: CREATOR_TOKEN,
  },
  listSupervisorTokens: {
    call: (relay) => relay.listSupervisorTokens(SID, CREATOR_TOKEN),
    reply: { supervisor_tokens: [{ token_id: "st-00000002", ...TIMES }] },
    asks: `GET ${AT_SESSION}/supervisor-tokens`,
    token: CREATOR_TOKEN,
  },
  revokeSupervisorToken: {
    call: (relay) => relay.revokeSupervisorToken(SID, CREATOR_TOKEN, "st-00000002"),
    reply: { revoked: true, revoked_at: AT },
    asks: `DELETE ${AT_SESSION}/supervisor-tokens/st-00000002`,
    token: CREATOR_TOKEN,
  },
  postOrder: {
    call: (relay) => relay.postOrder(SID, CREATOR_TOKEN, { kind: "halt", target: PID, message: "stop" }),
    reply: NOTE,
    asks: `POST ${AT_SESSION}/supervisor/notes`,
    token: CREATOR_TOKEN,
    body: { kind: "halt", target: PID, message: "stop" },
  },
  removeParticipant: {
    call: (relay) => relay.removeParticipant(SID, CREATOR_TOKEN, PID),
    reply: { removed: true },
    asks: `DELETE ${AT_SESSION}/participants/${PID}`,
    token: CREATOR_TOKEN,
  },
};

describe("a relay client", () => {
  test.each(Object.entries(CASES))("asks for %s", async (_, { call, reply, asks, token, body }) => {
    const { relay } = await start([{ json: reply }]);
    expect(await call(relay)).toEqual(reply);
    const [seen] = server!.seen;
    expect(`${seen?.method} ${seen?.path}`).toBe(asks);
    expect(seen?.headers.authorization).toBe(token === null ? undefined : `Bearer ${token}`);
    expect(seen?.body).toBe(body === undefined ? "" : JSON.stringify(body));
  });

  test("creates with the account token, that of the environment if need be, and shows it to nothing else", async () => {
    const { relay } = await start([{ json: CREATED }, { json: INFO }], { accountToken: "sess_sk_mine" });
    await relay.createSession();
    await relay.info();
    vi.stubEnv("SW_ACCOUNT_TOKEN", "sess_sk_environment");
    await new RelayClient({ origin: server!.origin }).createSession().catch(() => {});
    vi.unstubAllEnvs();
    const tokens = server!.seen.map(({ headers }) => headers.authorization);
    expect(tokens).toEqual(["Bearer sess_sk_mine", undefined, "Bearer sess_sk_environment"]);
  });

  const wrong: [string, RelayClientOptions][] = [
    ["/origin", { origin: "http://relay.example" }],
    ["/origin", { origin: "https://relay.example/v1" }],
    ["/accountToken", { accountToken: "a b" }],
    ["/transport", { transport: "pigeon" as "poll" }],
    ["/webSocket", { webSocket: "ws" as never }],
    ["/timeoutMs", { timeoutMs: 0 }],
  ];
  test.each(wrong)("refuses %s of %j", (field, options) => {
    expect(() => new RelayClient(options)).toThrow(expect.objectContaining({ kind: "configuration", field }));
  });

  test("that was given no origin follows links only", async () => {
    expect(await failure(new RelayClient().info())).toMatchObject({ kind: "configuration", field: "/origin" });
  });

  test.each([
    ["an id that reaches elsewhere", (relay: RelayClient) => relay.access("..", TOKEN), "/sessionId"],
    [
      "a participant id with a slash",
      (relay: RelayClient) => relay.removeParticipant(SID, TOKEN, "a/b"),
      "/participantId",
    ],
    ["a token that is none", (relay: RelayClient) => relay.access(SID, "a\nb"), "/token"],
  ])("sends nothing for %s", async (_, call, field) => {
    const { relay } = await start([{ json: {} }]);
    expect(await failure(call(relay))).toMatchObject({ kind: "configuration", outcome: "not_sent", field });
    expect(server!.seen).toEqual([]);
  });

  test("shows no token when it is logged, nor does a participant, nor an error", async () => {
    const { inspect } = await import("node:util");
    const message = `no ${JOIN_TOKEN} for ${CREATED.invite_url} and sess_sk_mine`;
    const { relay } = await start([joined(), refused(403, "permission_denied", { message })], {
      accountToken: "sess_sk_mine",
    });
    const me = await relay.join(SID, { joinToken: JOIN_TOKEN });
    const error = await failure(relay.access(SID, TOKEN));
    expect(error.message).toBe("no [token] for [link] and sess_sk_mine");
    const shown = [relay, me, error].map((one) => inspect(one, { depth: 9, showHidden: true }) + JSON.stringify(one));
    for (const secret of [JOIN_TOKEN, TOKEN]) expect(shown.join()).not.toContain(secret);
    expect(me.participantToken).toBe(TOKEN);
  });
});

describe("what is safe to repeat", () => {
  const repeated: [string, (relay: RelayClient) => Promise<unknown>, object][] = [
    ["a read", (relay) => relay.info(), INFO],
    ["a halt", (relay) => relay.postOrder(SID, CREATOR_TOKEN, { kind: "halt", target: "all" }), NOTE],
    ["a purpose", (relay) => relay.updatePurpose(SID, CREATOR_TOKEN, {}), { purpose: {} }],
    ["a fresh invite", (relay) => relay.mintJoinToken(SID, CREATOR_TOKEN), CASES["mintJoinToken"]!.reply],
  ];
  test.each(repeated)("%s is repeated after a lost reply", async (_, call, reply) => {
    const { relay } = await start(["cut in body", refused(503, "persistence_failed"), { json: reply }]);
    expect(await call(relay)).toEqual(reply);
  });

  const once: [string, (relay: RelayClient) => Promise<unknown>][] = [
    ["a session", (relay) => relay.createSession()],
    ["a note", (relay) => relay.postOrder(SID, CREATOR_TOKEN, { kind: "note", target: "all", message: "m" })],
    ["a continue", (relay) => relay.postOrder(SID, CREATOR_TOKEN, { kind: "continue", target: "all" })],
    ["a supervisor token", (relay) => relay.mintSupervisorToken(SID, CREATOR_TOKEN)],
    ["a join by creator token", (relay) => relay.join(SID, { joinToken: CREATOR_TOKEN })],
  ];
  test.each(once)("%s is not, and it is said that nobody knows", async (_, call) => {
    const { relay } = await start(["cut in body"]);
    const error = await failure(call(relay));
    expect(error).toMatchObject({ kind: "unknown_outcome", outcome: "unknown", retryable: false });
    expect(error.message).toContain("Look first");
    expect(server!.seen).toHaveLength(1);
  });

  test.each(once)("%s is when it was turned away", async (_, call) => {
    const { relay } = await start([refused(429, "rate_limited"), refused(403, "permission_denied")]);
    expect(await failure(call(relay))).toMatchObject({ kind: "api", code: "permission_denied", outcome: "rejected" });
    expect(server!.seen).toHaveLength(2);
  });

  test("a relay without a store is not asked again", async () => {
    const error = { code: "persistence_failed", message: "Off.", retryable: false, details: { reason: "disabled" } };
    const { relay } = await start([{ status: 503, json: { error } }]);
    expect(await failure(relay.info())).toMatchObject({ code: "persistence_failed", retryable: false });
    expect(server!.seen).toHaveLength(1);
  });

  test("a deletion or removal that a lost try has done is done", async () => {
    const { relay } = await start([
      "cut in body",
      refused(404, "session_not_found"),
      "cut in body",
      refused(404, "participant_not_found"),
      refused(404, "session_not_found"),
    ]);
    expect(await relay.deleteSession(SID, CREATOR_TOKEN)).toEqual({ ended: true });
    expect(await relay.removeParticipant(SID, CREATOR_TOKEN, PID)).toEqual({ removed: true });
    expect(await failure(relay.deleteSession(SID, CREATOR_TOKEN))).toMatchObject({ code: "session_not_found" });
  });
});

describe("joining", () => {
  test("says who joins, and under one nonce however often", async () => {
    const { relay } = await start(["cut in body", joined()]);
    const as = { role: "worker", capabilities: ["a"], objective: "o", metadata: { m: 1 } };
    const me = await relay.join(SID, { joinToken: JOIN_TOKEN, ...as });
    expect(me).toMatchObject({ participantId: PID, sessionId: SID, lastAckedSeq: 0 });
    expect(me.session).toEqual({ ...DESCRIPTION, relay_epoch: 7 });
    const [first, second] = server!.seen;
    expect(first?.body).toBe(second?.body);
    expect(JSON.parse(first?.body ?? "")).toEqual({ ...as, client_nonce: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(first?.headers.authorization).toBe(`Bearer ${JOIN_TOKEN}`);
  });

  test("by a link goes to the relay that it names, without anything of the client's", async () => {
    server = await scriptedServer(joined());
    const link = `${server.origin.replace("http", "swv")}/${SID}?jt=${JOIN_TOKEN}`;
    const relay = new RelayClient({ origin: "https://elsewhere.example", accountToken: "sess_sk_mine" });
    const me = await relay.joinLink(link, { role: "r", capabilities: [] });
    expect(me.participantId).toBe(PID);
    expect(server.seen[0]).toMatchObject({ path: `${AT_SESSION}/participants` });
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${JOIN_TOKEN}`);
  });

  test.each([
    "",
    "https://relay.example/",
    `https://relay.example/invite/${SID}`,
    `http://relay.example/invite/${SID}?jt=x`,
  ])("by %j is refused, and the link is not repeated", async (link) => {
    const error = await failure(new RelayClient().joinLink(link));
    expect(error).toMatchObject({ kind: "configuration", field: "/link" });
    expect(error.message).not.toContain(SID);
  });

  test("again as the same one goes on where that one was", async () => {
    const { relay } = await start([
      ({ path }) => {
        if (path.endsWith("/access"))
          return { json: { role: "participant", participant_id: PID, session_state: "hot" } };
        return { json: path === "/v1/info" ? INFO : DESCRIPTION };
      },
    ]);
    const me = await relay.resume(SID, { participantToken: TOKEN, lastAckedSeq: 41 });
    expect(me).toMatchObject({ participantId: PID, lastAckedSeq: 41 });
    expect(me.session.relay_epoch).toBe(1);
    const bad = relay.resume(SID, { participantToken: TOKEN, lastAckedSeq: -1 });
    expect(await failure(bad)).toMatchObject({ field: "/lastAckedSeq" });
  });

  test("again with a token that is no participant's is refused", async () => {
    const { relay } = await start([{ json: { role: "creator", session_state: "hot" } }]);
    const resumed = relay.resume(SID, { participantToken: CREATOR_TOKEN });
    expect(await failure(resumed)).toMatchObject({ kind: "protocol", code: "unexpected_reply" });
  });
});

describe("a participant", () => {
  async function member(...steps: Step[]): Promise<Participant> {
    const { relay } = await start([joined(), ...steps]);
    return relay.join(SID, { joinToken: JOIN_TOKEN });
  }
  const last = () => {
    const seen = server!.seen.at(-1);
    return { asks: `${seen?.method} ${seen?.path}`, body: seen?.body === "" ? null : JSON.parse(seen?.body ?? "null") };
  };

  test("sends under an id of its own, or the caller's, once however often it tries", async () => {
    const me = await member("cut in body", { status: 201, json: SENT });
    const target = { participant_ids: [PID] };
    expect(await me.send({ dispatch: "specific", target, payload: null, timeoutSeconds: 5 })).toEqual(SENT);
    const [, first, second] = server!.seen;
    expect(first?.body).toBe(second?.body);
    const command_id = expect.stringMatching(/^[0-9a-f]{32}$/);
    const body = { dispatch: "specific", target, payload: null, timeout_seconds: 5, command_id };
    expect(last()).toEqual({ asks: `POST ${AT_SESSION}/commands`, body });
    await me.send({ dispatch: "any", target: { role: "r" }, commandId: "mine-1" });
    expect(last().body).toEqual({ dispatch: "any", target: { role: "r" }, command_id: "mine-1" });
  });

  test("says under which id to repeat a command that nobody knows of", async () => {
    const me = await member("cut");
    const error = await failure(me.send({ dispatch: "all", target: { role: "r" }, commandId: "mine-2" }));
    expect(error).toMatchObject({ kind: "unknown_outcome", idempotencyKey: "mine-2", retryable: true });
  });

  test("is told who is paused, and that in a class of its own", async () => {
    const me = await member(refused(409, "participant_paused", { details: { paused: [PID] } }));
    const error = await failure(me.send({ dispatch: "specific", target: { participant_ids: [PID] } }));
    expect(error).toBeInstanceOf(ParticipantPaused);
    expect(isSessError(error)).toBe(true);
    expect(error).toMatchObject({ name: "ParticipantPaused", code: "participant_paused", details: { paused: [PID] } });
  });

  test("answers, and takes a repeat of the same answer for done", async () => {
    const twin = { details: { same_body: true } };
    const other = { details: { same_body: false } };
    const accepted = { command_id: "c1", accepted: true };
    const me = await member(
      { json: accepted },
      refused(409, "already_responded", twin),
      refused(409, "already_responded", other),
    );
    expect(await me.respond("c1", { payload: { a: 1 }, status: "error" })).toEqual(accepted);
    expect(last()).toEqual({
      asks: `POST ${AT_SESSION}/commands/c1/responses`,
      body: { payload: { a: 1 }, status: "error" },
    });
    expect(await me.respond("c1")).toEqual(accepted);
    expect(await failure(me.respond("c1"))).toMatchObject({ code: "already_responded" });
  });

  test("replies to a note, once", async () => {
    const reply = { reply_id: "sr-00000001", note_id: "sn-00000001", ts_ms: 1 };
    const outcome = { status: "partial" as const, undone: ["a"] };
    const me = await member({ status: 201, json: reply }, refused(404, "note_not_found"), "cut in body");
    expect(await me.replyToNote("sn-00000001", "done", { outcome })).toEqual(reply);
    const asks = `POST ${AT_SESSION}/supervisor/notes/sn-00000001/replies`;
    expect(last()).toEqual({ asks, body: { message: "done", outcome } });
    const error = await failure(me.replyToNote("sn-00000002", "what?"));
    expect(error).toBeInstanceOf(NoteNotFound);
    expect(await failure(me.replyToNote("sn-00000001", "m"))).toMatchObject({ kind: "unknown_outcome" });
  });

  test("changes itself, lists the others and leaves", async () => {
    const me = await member(
      { json: { participant: PUBLIC } },
      { json: { roster: [PUBLIC] } },
      { json: { left: true } },
    );
    expect(await me.updateSelf({ role: null, capabilities: ["b"] })).toEqual({ participant: PUBLIC });
    expect(last()).toEqual({ asks: `PATCH ${AT_SESSION}/participants/me`, body: { role: null, capabilities: ["b"] } });
    expect(await me.listParticipants()).toEqual({ roster: [PUBLIC] });
    const feedback = { summary: "fine", rating: 5, issues: [] };
    expect(await me.leave({ feedback })).toEqual({ left: true });
    expect(last()).toEqual({ asks: `POST ${AT_SESSION}/participants/me/leave`, body: { feedback } });
  });

  test("that was removed is told so by every call", async () => {
    const me = await member(refused(403, "participant_removed"));
    const calls = [me.send({ dispatch: "all", target: { role: "r" } }), me.respond("c"), me.updateSelf({}), me.leave()];
    for (const call of calls) expect(await failure(call)).toBeInstanceOf(ParticipantRemoved);
  });

  test("that was evicted between two tries of a command does not know whether it was sent", async () => {
    const me = await member("cut in body", refused(409, "participant_evicted"));
    const error = await failure(me.send({ dispatch: "all", target: { role: "r" } }));
    expect(error).toMatchObject({ kind: "unknown_outcome", code: "participant_evicted" });
  });
});
