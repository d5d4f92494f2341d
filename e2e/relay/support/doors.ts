import { once } from "node:events";
import { openRelay, type Json, type Kind, Member, type Message, type Relay } from "@/e2e/relay/support/relay";
import { attach, type Stream } from "@/e2e/relay/support/socket";
import { isSessError, RelayClient, type Participant } from "@sess.si/sdk";

/** One participant, by whatever door it came in. */
export interface Guest {
  id: string;
  send(input: {
    dispatch: "specific" | "all" | "any";
    target: Json;
    payload: unknown;
    timeout_seconds?: number;
  }): Reply;
  respond(commandId: string, payload: unknown, status?: "ok" | "error"): Reply;
  /** What came since the last look; it is dealt with at the next call. */
  read(): Promise<Message[]>;
  replyToNote(noteId: string, message: string): Reply;
  update(changes: Json): Reply;
  roster(): Reply;
  leave(feedback: unknown): Reply;
  close(): void;
}

type Reply = Promise<Json>;

/** What a session's owner and supervisor do, and how others come in. */
export interface Door {
  join(profile: { role?: string; capabilities?: string[]; objective?: string }): Promise<Guest>;
  order(kind: string, target: string, message?: string): Reply;
  remove(participantId: string): Reply;
  purpose(purpose: Json): Reply;
  describe(): Reply;
  access(): Reply;
  mint(): Reply;
  tokens(): Reply;
  revoke(tokenId: string): Reply;
  history(): Reply;
  end(): Reply;
}

/** Every door opens a session of its own kind. */
export const DOORS = {
  rest: (kind: Kind) => restDoor(kind, restGuest),
  socket: (kind: Kind) => restDoor(kind, socketGuest),
  sdk: sdkDoor,
} satisfies Record<string, (kind: Kind) => Promise<Door>>;

/** A refusal, as far as a program can see it; anything else is thrown. */
export async function outcome(reply: Reply): Promise<Json> {
  try {
    return { ok: await reply };
  } catch (error) {
    if (isSessError(error)) return { code: error.code, status: error.status, details: error.details ?? null };
    if (error instanceof Refused) return error.seen;
    throw error;
  }
}

class Refused extends Error {
  constructor(readonly seen: Json) {
    super(JSON.stringify(seen));
  }
}

async function call(relay: Relay, method: string, path: string, token: string, body?: unknown): Reply {
  const reply = await relay.call(method, path, token, body);
  if (reply.status < 300) return reply.body;
  const { code, details = null } = reply.body.error;
  throw new Refused({ code, status: reply.status, details });
}

async function restDoor(kind: Kind, guest: (member: Member) => Promise<Guest>): Promise<Door> {
  const relay = await openRelay();
  const session = await relay.session(kind, { purpose: { kind: "equal" } });
  const { path, creator, supervisor } = session;
  const own = (method: string, more: string, body?: unknown) => call(relay, method, path + more, creator, body);
  return {
    join: async (profile) => {
      const joined = await own("POST", "/participants", profile);
      return guest(new Member(session, joined));
    },
    order: (order, target, message) =>
      call(relay, "POST", `${path}/supervisor/notes`, supervisor, { kind: order, target, message }),
    remove: (id) => own("DELETE", `/participants/${id}`),
    purpose: (purpose) => own("PATCH", "/purpose", { purpose }),
    describe: () => own("GET", ""),
    access: () => call(relay, "GET", `${path}/access`, supervisor),
    mint: () => own("POST", "/supervisor-tokens"),
    tokens: () => own("GET", "/supervisor-tokens"),
    revoke: (tokenId) => own("DELETE", `/supervisor-tokens/${tokenId}`),
    history: () => own("GET", "/events"),
    end: () => own("DELETE", ""),
  };
}

/** Everything but the reading. */
function byRest({ session, me, id, token }: Member): Omit<Guest, "read" | "close"> {
  const by = (method: string, path: string, body?: unknown) => call(session.relay, method, path, token, body);
  return {
    id,
    send: (input) => by("POST", `${session.path}/commands`, input),
    respond: (commandId, payload, status) =>
      by("POST", `${session.path}/commands/${commandId}/responses`, { payload, status }),
    replyToNote: (noteId, message) => by("POST", `${session.path}/supervisor/notes/${noteId}/replies`, { message }),
    update: (changes) => by("PATCH", me, changes),
    roster: () => by("GET", `${session.path}/participants`),
    leave: (feedback) => by("POST", `${me}/leave`, { feedback }),
  };
}

async function restGuest(member: Member): Promise<Guest> {
  let cursor = 0;
  return {
    ...byRest(member),
    read: async () => {
      const path = `${member.me}/inbox/drain`;
      const { messages } = await call(member.session.relay, "POST", path, member.token, { last_acked_seq: cursor });
      cursor = Math.max(cursor, ...messages.map(({ seq }: Message) => seq ?? 0));
      return messages;
    },
    close: () => undefined,
  };
}

async function socketGuest(member: Member): Promise<Guest> {
  const stream: Stream = await attach(member, { protocols: ["sessionweave.v1", `bearer.${member.token}`] });
  await stream.next("relay.hello");
  let read = 1;
  return {
    ...byRest(member),
    read: async () => {
      // What was sent before the ping is here before its pong.
      const ponged = once(stream.socket, "pong");
      stream.socket.ping();
      await Promise.race([ponged, stream.closed]);
      const frames = stream.frames.slice(read);
      read = stream.frames.length;
      const last = frames.at(-1)?.seq;
      if (typeof last === "number" && stream.socket.readyState === 1) stream.ack(last);
      return frames;
    },
    close: () => stream.close(),
  };
}

async function sdkDoor(kind: Kind): Promise<Door> {
  const { origin } = await openRelay();
  const relay = new RelayClient({ origin, transport: "poll" });
  const { persistence } = kind;
  const made = await relay.createSession({ purpose: { kind: "equal" }, ...(persistence && { persistence }) });
  const { session_id: sid, creator_token: creator, supervisor_token: supervisor } = made;
  return {
    join: async (profile) => sdkGuest(await relay.join(sid, { joinToken: creator, ...profile })),
    order: (order, target, message) =>
      relay.postOrder(sid, supervisor, { kind: order as "note", target, ...(message !== undefined && { message }) }),
    remove: (id) => relay.removeParticipant(sid, creator, id),
    purpose: (purpose) => relay.updatePurpose(sid, creator, purpose),
    describe: () => relay.describe(sid, { token: creator }),
    access: () => relay.access(sid, supervisor),
    mint: () => relay.mintSupervisorToken(sid, creator),
    tokens: () => relay.listSupervisorTokens(sid, creator),
    revoke: (tokenId) => relay.revokeSupervisorToken(sid, creator, tokenId),
    history: () => relay.getEvents(sid, { token: creator }),
    end: () => relay.deleteSession(sid, creator),
  };
}

function sdkGuest(me: Participant): Guest {
  return {
    id: me.participantId,
    send: ({ timeout_seconds: timeoutSeconds, ...input }) => me.send({ ...input, timeoutSeconds }),
    respond: (commandId, payload, status) => me.respond(commandId, { payload, status }),
    replyToNote: (noteId, message) => me.replyToNote(noteId, message),
    read: async () => (await me.drainInbox()) as unknown as Message[],
    update: (changes) => me.updateSelf(changes),
    roster: () => me.listParticipants(),
    leave: (feedback) => me.leave({ feedback }),
    close: () => undefined,
  };
}
