import { describe, expect, it } from "vitest";
import type { Caller } from "@/lib/relay/core/caller";
import type { Calls, CallType } from "@/lib/relay/core/calls";
import { OPERATIONS, type Operation } from "@/lib/relay/core/operations";
import { type Member, PERSISTED, raw, Room, token } from "@/lib/relay/core/testing/room";

/** The matrix of the design, written down a second time: J join, P participant, S supervisor, C creator or its account, A admin. */
const MATRIX: Record<Operation, string> = {
  describe: "JPSCA",
  access: "JPSCA",
  join: "JCA",
  list_participants: "PSCA",
  get_events: "PSCA",
  update_self: "P",
  leave: "P",
  wait: "P",
  drain: "P",
  ack: "P",
  open_stream: "P",
  resume: "P",
  send: "P",
  respond: "P",
  reply_to_note: "P",
  post_note: "SCA",
  open_firehose: "SCA",
  update_purpose: "CA",
  mint_join_token: "CA",
  mint_supervisor_token: "CA",
  list_supervisor_tokens: "CA",
  revoke_supervisor_token: "CA",
  remove_participant: "CA",
  end: "CA",
};

const OPERATION_NAMES = Object.keys(OPERATIONS) as Operation[];

/** A room in which every operation could succeed, and a valid input for each. */
function scene() {
  const room = new Room({ request: PERSISTED, ownerAccountId: "acct" });
  const me = room.join();
  const other = room.join();
  room.send(other, [me], { commandId: "open" });
  room.note("note", "all");
  const noteId = room.state.notes.first()!.key;
  const request = { kind: "halt", target: "all" } as const;
  const wait = { waitId: "w", names: null, timeoutSeconds: 0, maxSeconds: 1, cursor: null, withSeq: false };
  const inputs: { [T in CallType]?: Calls[T]["input"] } = {
    join: { request: {}, participantId: "p-new", tokenDigest: "new", reach: "rest", connection: null },
    update_self: { patch: { role: "r" } },
    wait,
    drain: { cursor: null },
    ack: { cursor: 1 },
    open_stream: { streamId: "s", transport: "ws", cursor: null, hello: true },
    resume: { connection: null, cursor: null },
    send: room.command([other]),
    respond: { commandId: "open", status: "ok", payload: raw(1), fingerprint: "f" },
    reply_to_note: { request: { message: "m" }, noteId, replyId: "r" },
    post_note: { request, noteId: "sn-new" },
    open_firehose: { firehoseId: "f" },
    update_purpose: { purpose: null },
    mint_join_token: { digest: "fresh" },
    mint_supervisor_token: { digest: "fresh", tokenId: "st-2" },
    revoke_supervisor_token: { tokenId: "st-1" },
    remove_participant: { participantId: other.id, noteId: "sn-new" },
  };
  return { room, me, inputs };
}

type Scene = ReturnType<typeof scene>;

function attempt({ room, inputs }: Scene, operation: Operation, caller: Caller): string {
  const reply =
    operation === "get_events"
      ? room.call("permit", caller, { operation })
      : room.call(operation, caller, (inputs[operation] ?? {}) as never);
  return reply.ok ? "ok" : reply.error.code;
}

const HOLDERS: { letter: string; name: string; caller: (scene: Scene) => Caller }[] = [
  { letter: "J", name: "a join token", caller: () => token("join") },
  { letter: "P", name: "its own participant token", caller: ({ me }) => me.caller },
  { letter: "S", name: "a supervisor token", caller: () => token("supervisor") },
  { letter: "C", name: "the creator token", caller: () => token("creator") },
  { letter: "C", name: "the owner's account", caller: () => ({ kind: "account", accountId: "acct" }) },
  { letter: "A", name: "the admin token", caller: () => ({ kind: "admin" }) },
];

describe.each(OPERATION_NAMES)("token × operation: %s (I34, D-02, D-03)", (operation) => {
  it.each(HOLDERS)("with $name", ({ letter, caller }) => {
    const stage = scene();
    const expected = MATRIX[operation].includes(letter) ? "ok" : "permission_denied";
    expect(attempt(stage, operation, caller(stage))).toBe(expected);
  });
});

/** Makes a scene in which the caller's credential is no longer good. */
const SPOILT: {
  name: string;
  code: string;
  caller: (scene: Scene) => Caller;
  except?: Partial<Record<Operation, string>>;
}[] = [
  { name: "no credential", code: "unauthorized", caller: () => ({ kind: "none" }) },
  { name: "an unknown token", code: "permission_denied", caller: () => token("nobody's") },
  { name: "another session's account", code: "permission_denied", caller: () => ({ kind: "account", accountId: "b" }) },
  { name: "a participant id", code: "permission_denied", caller: ({ me }) => token(me.id) },
  { name: "the session id", code: "permission_denied", caller: ({ room }) => token(room.state.id) },
  { name: "a supervisor token's id", code: "permission_denied", caller: () => token("st-1") },
  {
    name: "an expired join token",
    code: "join_token_expired",
    caller: ({ room }) => {
      room.advance(15 * 60 * 1000);
      return token("join");
    },
  },
  {
    name: "a join token from before a removal",
    code: "join_token_revoked",
    caller: ({ room }) => {
      remove(room, room.join());
      return token("join");
    },
  },
  {
    name: "a revoked supervisor token",
    code: "permission_denied",
    caller: ({ room }) => {
      room.ok("revoke_supervisor_token", room.creator, { tokenId: "st-1" });
      return room.supervisor;
    },
  },
  {
    name: "the token of one that left",
    code: "participant_evicted",
    except: { leave: "ok" },
    caller: ({ room }) => {
      const gone = room.join();
      room.ok("leave", gone.caller, {});
      return gone.caller;
    },
  },
  {
    name: "the token of one that was evicted",
    code: "participant_evicted",
    caller: ({ room }) => {
      const gone = room.join({}, { connection: "m" });
      room.signal("connection_closed", { connection: "m" });
      room.advance(300_000);
      return gone.caller;
    },
  },
  {
    name: "the token of one that was removed",
    code: "participant_removed",
    caller: ({ room }) => remove(room, room.join()),
  },
  {
    name: "the token of one removed an hour ago",
    code: "permission_denied",
    caller: ({ room }) => {
      const gone = remove(room, room.join());
      room.advance(3_600_000);
      return gone;
    },
  },
  {
    name: "a token that a repeated join replaced",
    code: "permission_denied",
    caller: ({ room }) => {
      const first = room.join({ client_nonce: "n" });
      room.join({ client_nonce: "n" });
      return first.caller;
    },
  },
  {
    name: "any token once the session has ended",
    code: "session_not_found",
    caller: ({ room, me }) => {
      room.ok("end", room.creator, {});
      return me.caller;
    },
  },
];

function remove(room: Room, member: Member): Caller {
  room.ok("remove_participant", room.creator, { participantId: member.id, noteId: room.id("sn") });
  return member.caller;
}

describe.each(SPOILT)("$name (D-04, D-05, D-07, I35)", ({ code, caller, except }) => {
  it.each(OPERATION_NAMES)("%s", (operation) => {
    const stage = scene();
    const spoilt = caller(stage);
    const before = stage.room.state.seq;
    expect(attempt(stage, operation, spoilt)).toBe(except?.[operation] ?? code);
    expect(stage.room.state.seq).toBe(before);
  });
});

describe("a session that has ended", () => {
  it.each(HOLDERS)("is not there for $name (I44)", ({ caller }) => {
    const stage = scene();
    const holder = caller(stage);
    stage.room.ok("end", stage.room.creator, {});
    for (const operation of OPERATION_NAMES) expect(attempt(stage, operation, holder)).toBe("session_not_found");
  });
});

describe("access (D-11)", () => {
  it.each([
    ["J", { role: "join", expires_at: "2030-01-01T00:15:00.000Z" }],
    ["P", { role: "participant", participant_id: "p-2" }],
    ["S", { role: "supervisor", token_id: "st-1" }],
    ["C", { role: "creator" }],
    ["A", { role: "admin" }],
  ])("tells what %s holds", (letter, expected) => {
    const stage = scene();
    const holder = HOLDERS.find((one) => one.letter === letter)!.caller(stage);
    expect(stage.room.ok("access", holder, {})).toEqual({ ...expected, session_state: "hot" });
  });
});
