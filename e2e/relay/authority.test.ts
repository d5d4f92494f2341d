import { KINDS, openRelay, Session, type Kind, type Member } from "@/e2e/relay/support/relay";
import { open } from "@/e2e/relay/support/socket";
import { OPERATIONS, type Operation } from "@/lib/relay/core/operations";
import { describe, expect, it } from "vitest";

const relay = await openRelay();
const account = process.env["SESS_RELAY_API_KEY"] ?? "";

/** A session in which every operation can succeed. */
interface Scene {
  session: Session;
  me: Member;
  other: Member;
  commandId: string;
  noteId: string;
  tokenId: string;
}

async function sceneOf(kind: Kind): Promise<Scene> {
  const { persistence } = kind;
  const created = await relay.ok("POST", "/v1/sessions", account, { ...(persistence && { persistence }) });
  const session = new Session(relay, created);
  const me = await session.join();
  const other = await session.join();
  const { command_id } = await other.send([me]);
  const { note_id } = await session.note("note", "all", "m");
  const { token_id } = await relay.ok("POST", `${session.path}/supervisor-tokens`, session.creator);
  return { session, me, other, commandId: command_id, noteId: note_id, tokenId: token_id };
}

type Row = (scene: Scene) => [method: string, path: string, body?: unknown];

/** How each operation of the relay's own table is asked for over HTTP. `resume` has no row: a token is enough. */
const ROWS: Record<Exclude<Operation, "resume" | "open_stream" | "open_firehose">, Row> = {
  describe: ({ session: { path } }) => ["GET", path],
  access: ({ session: { path } }) => ["GET", `${path}/access`],
  join: ({ session: { path } }) => ["POST", `${path}/participants`, {}],
  list_participants: ({ session: { path } }) => ["GET", `${path}/participants`],
  get_events: ({ session: { path } }) => ["GET", `${path}/events`],
  update_self: ({ me }) => ["PATCH", me.me, { objective: "o" }],
  leave: ({ me }) => ["DELETE", me.me],
  wait: ({ me }) => ["POST", `${me.me}/inbox/wait`, { timeout_seconds: 0 }],
  drain: ({ me }) => ["POST", `${me.me}/inbox/drain`],
  ack: ({ me }) => ["POST", `${me.me}/inbox/ack`, { last_acked_seq: 0 }],
  send: ({ session: { path }, other }) => [
    "POST",
    `${path}/commands`,
    { dispatch: "specific", target: { participant_ids: [other.id] } },
  ],
  respond: ({ session: { path }, commandId }) => ["POST", `${path}/commands/${commandId}/responses`, {}],
  reply_to_note: ({ session: { path }, noteId }) => [
    "POST",
    `${path}/supervisor/notes/${noteId}/replies`,
    { message: "m" },
  ],
  post_note: ({ session: { path } }) => [
    "POST",
    `${path}/supervisor/notes`,
    { kind: "note", target: "all", message: "m" },
  ],
  update_purpose: ({ session: { path } }) => ["PATCH", `${path}/purpose`, { purpose: null }],
  mint_join_token: ({ session: { path } }) => ["POST", `${path}/join-tokens`],
  mint_supervisor_token: ({ session: { path } }) => ["POST", `${path}/supervisor-tokens`],
  list_supervisor_tokens: ({ session: { path } }) => ["GET", `${path}/supervisor-tokens`],
  revoke_supervisor_token: ({ session: { path }, tokenId }) => ["DELETE", `${path}/supervisor-tokens/${tokenId}`],
  remove_participant: ({ session: { path }, other }) => ["DELETE", `${path}/participants/${other.id}`],
  end: ({ session: { path } }) => ["DELETE", path],
};

const HOLDERS: { role: string; token: (scene: Scene) => string }[] = [
  { role: "join", token: ({ session }) => session.joinToken },
  { role: "participant", token: ({ me }) => me.token },
  { role: "supervisor", token: ({ session }) => session.supervisor },
  { role: "creator", token: ({ session }) => session.creator },
  { role: "account", token: () => account },
  { role: "admin", token: ({ session }) => session.admin },
];

const OPERATION_NAMES = Object.keys(ROWS) as (keyof typeof ROWS)[];

async function attempt(scene: Scene, operation: keyof typeof ROWS, token: string | null): Promise<string> {
  const [method, path, body] = ROWS[operation](scene);
  const { status, body: reply } = await relay.call(method, path, token, body);
  return status < 300 ? "ok" : `${status} ${reply.error.code}`;
}

it("has a row for every operation of the table", () => {
  const elsewhere = ["resume", "open_stream", "open_firehose"];
  expect(OPERATION_NAMES.toSorted()).toEqual(
    Object.keys(OPERATIONS)
      .filter((name) => !elsewhere.includes(name))
      .toSorted(),
  );
});

describe.each(KINDS)("token × operation in a session that is $kind (I34, D-02, D-03)", (kind) => {
  let one: Promise<Scene> | undefined;
  /** For what is refused: it leaves no trace, so one scene does for all of that. */
  const untouched = (): Promise<Scene> => (one ??= sceneOf(kind));

  describe.each(OPERATION_NAMES)("%s", (operation) => {
    it.each(HOLDERS)("by a $role token", async ({ role, token }) => {
      const mayDo = (OPERATIONS[operation] as readonly string[]).includes(role);
      const scene = await (mayDo ? sceneOf(kind) : untouched());
      const isWithoutHistory = operation === "get_events" && kind.persistence === null;
      const allowed = isWithoutHistory ? "409 no_history" : "ok";
      expect(await attempt(scene, operation, token(scene))).toBe(mayDo ? allowed : "403 permission_denied");
    });
  });

  it.each(HOLDERS)("the streams, by a $role token", async ({ role, token }) => {
    const scene = await sceneOf(kind);
    for (const [stream, operation] of [
      ["participants/me/events", "open_stream"],
      ["firehose", "open_firehose"],
    ] as const) {
      const mayOpen = (OPERATIONS[operation] as readonly string[]).includes(role);
      const socket = await open(scene.session, stream, token(scene)).opened();
      if (!mayOpen) expect(await socket.closed).toMatchObject({ code: 4403 });
      else {
        const wanted = stream === "firehose" ? "session.purpose_updated" : "command.received";
        // A firehose shows what happens once it is there, and an account has to be looked up for that.
        const isThere = async () => {
          await relay.ok("PATCH", `${scene.session.path}/purpose`, scene.session.creator, { purpose: null });
          return socket.frames.some(({ name }) => name === wanted);
        };
        await expect.poll(isThere).toBe(true);
        socket.close();
      }
    }
  });
});

/** Makes a scene in which the credential is no good, or not any more. */
const SPOILT: { name: string; refusal: string; token: (scene: Scene) => Promise<string | null>; leave?: string }[] = [
  { name: "no token", refusal: "401 unauthorized", token: async () => null },
  { name: "an unknown token", refusal: "403 permission_denied", token: async () => `swp_${"x".repeat(43)}` },
  {
    name: "an account that is none",
    refusal: "401 account_token_invalid",
    token: async () => `sess_sk_${"x".repeat(43)}`,
  },
  { name: "a participant's id (I35)", refusal: "403 permission_denied", token: async ({ me }) => me.id },
  { name: "the session's id (I35)", refusal: "403 permission_denied", token: async ({ session }) => session.sid },
  { name: "a supervisor token's id", refusal: "403 permission_denied", token: async ({ tokenId }) => tokenId },
  {
    name: "another session's participant (I26)",
    refusal: "403 permission_denied",
    token: async () => (await (await relay.session()).join()).token,
  },
  {
    name: "another session's creator",
    refusal: "403 permission_denied",
    token: async () => (await relay.session()).creator,
  },
  {
    name: "a join token from before a removal (D-06)",
    refusal: "403 join_token_revoked",
    token: async ({ session }) => {
      await session.remove(await session.join());
      return session.joinToken;
    },
  },
  {
    name: "a revoked supervisor token (I33)",
    refusal: "403 permission_denied",
    token: async ({ session }) => {
      await relay.ok(
        "DELETE",
        `${session.path}/supervisor-tokens/${session.created.supervisor_token_id}`,
        session.creator,
      );
      return session.supervisor;
    },
  },
  {
    name: "one that left",
    refusal: "409 participant_evicted",
    leave: "ok",
    token: async ({ session }) => {
      const gone = await session.join();
      await gone.leave();
      return gone.token;
    },
  },
  {
    name: "one that was removed (D-07)",
    refusal: "403 participant_removed",
    token: async ({ session }) => {
      const gone = await session.join();
      await session.remove(gone);
      return gone.token;
    },
  },
  {
    name: "any token once the session has ended (I44)",
    refusal: "404 session_not_found",
    token: async ({ session, me }) => {
      await session.end();
      return me.token;
    },
  },
];

describe.each(KINDS)("in a session that is $kind, what is refused to", (kind) => {
  it.each(SPOILT)("$name", async ({ refusal, token, leave }) => {
    const scene = await sceneOf(kind);
    const spoilt = await token(scene);
    for (const operation of OPERATION_NAMES) {
      const expected = operation === "leave" ? (leave ?? refusal) : refusal;
      expect(await attempt(scene, operation, spoilt), operation).toBe(expected);
    }
  });
});

it("an unknown session is not there for any token, and asks for one first (D-04)", async () => {
  const path = `/v1/sessions/${"x".repeat(32)}`;
  for (const token of [`swc_${"x".repeat(43)}`, "anything"]) {
    const { status, body } = await relay.call("GET", path, token);
    expect([status, body.error.code]).toEqual([404, "session_not_found"]);
  }
  const { status, headers } = await relay.call("GET", path, null);
  expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  expect((await relay.call("GET", "/v1/sessions/short", "x")).status).toBe(404);
});
