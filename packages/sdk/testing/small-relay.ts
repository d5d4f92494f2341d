import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";
import { CONFIG } from "./relay-replies.js";
import { SmallInbox, type Batch } from "./small-inbox.js";

interface Member {
  id: string;
  token: string;
  role: string | null;
  capabilities: string[];
  inbox: SmallInbox;
  stream: { socket: WebSocket; batch: Batch } | null;
  wait: { end(messages: unknown[] | Refusal): void } | null;
  gone: Refusal | "left" | null;
}

interface Refusal {
  status: number;
  code: string;
  details?: unknown;
}

export interface SmallRelay {
  origin: string;
  /** What was asked, in order: method, path and body. */
  seen: { method: string; path: string; body: Record<string, unknown>; token: string | undefined }[];
  /** The inbox of a participant. */
  inboxOf(participantId: string): SmallInbox;
  /** Closes all streams with this code. */
  closeStreams(code: number): void;
  /** Refuses upgrades, as many a proxy does. */
  refuseUpgrades: boolean;
  evict(participantId: string): void;
  stop(): Promise<void>;
}

const CREATOR = `swc_${"c".repeat(43)}`;
const JOIN = `swj_${"j".repeat(43)}`;
const AT = "2026-03-01T12:00:00.000Z";
const REMOVED: Refusal = { status: 403, code: "participant_removed" };
const EVICTED: Refusal = { status: 409, code: "participant_evicted" };
const ENDED: Refusal = { status: 404, code: "session_not_found" };

/** As much of a relay as inboxes need, kept in memory: a contract's other side, not a model of ours. */
export async function smallRelay(): Promise<SmallRelay> {
  const rooms = new Map<string, Room>();
  const seen: SmallRelay["seen"] = [];
  const server = createServer((request, response) => void answer(request, response, seen, rooms));
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => "sessionweave.v1" });
  const roomOf = (id: string) => [...rooms.values()].find((room) => room.has(id)) ?? missing();
  const relay: SmallRelay = {
    origin: "",
    seen,
    refuseUpgrades: false,
    inboxOf: (id) => roomOf(id).byId(id).inbox,
    closeStreams: (code) => rooms.forEach((room) => room.closeStreams(code)),
    evict: (id) => roomOf(id).evict(id),
    stop: async () => {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      if (server.listening) await new Promise((done) => server.close(done));
    },
  };
  server.on("upgrade", (request, socket, head) => {
    if (relay.refuseUpgrades) return void socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    const token = /bearer\.(\S+)/.exec(request.headers["sec-websocket-protocol"] ?? "")?.[1];
    const path = request.url ?? "";
    seen.push({ method: "WS", path, body: {}, token });
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const room = rooms.get(path.split("/")[3] ?? "");
      if (!room || room.isEnded) return ws.close(4404);
      room.open(ws, token, Number(new URL(path, "http://x").searchParams.get("last_acked_seq")));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  relay.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return relay;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  seen: SmallRelay["seen"],
  rooms: Map<string, Room>,
): Promise<void> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    return;
  }
  const text = Buffer.concat(chunks).toString();
  const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? "")?.[1];
  const path = request.url ?? "";
  const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  seen.push({ method: request.method ?? "", path, body, token });
  const say = (status: number, json: unknown) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(json));
  };
  try {
    if (request.method === "POST" && path === "/v1/sessions") {
      const sessionId = `s${String(rooms.size).padStart(21, "0")}`;
      rooms.set(sessionId, new Room());
      return say(201, created(sessionId, body));
    }
    if (path === "/v1/info") return say(200, INFO);
    const [, , , sessionId = "", ...rest] = path.split("/");
    const room = rooms.get(sessionId) ?? missing();
    const key = [request.method, ...rest].join(" ").replace(/p-[0-9]+/, ":pid");
    if (key.endsWith("inbox wait")) return room.wait(token, body, response, say);
    say(...room.route(key, rest, body, token, response));
  } catch (error) {
    const { status, code, details } = error as Refusal;
    if (code === undefined) throw error;
    say(status, { error: { code, message: `It is ${code}.`, retryable: false, details } });
  }
}

function missing(): never {
  throw ENDED;
}

let joins = 0;

class Room {
  isEnded = false;
  readonly #members: Member[] = [];
  readonly #commands = new Map<string, { sender: Member; left: Set<string>; answers: number }>();
  #notes = 0;

  has(id: string): boolean {
    return this.#members.some((one) => one.id === id);
  }

  closeStreams(code: number): void {
    for (const { stream } of this.#members) stream?.socket.close(code);
  }

  evict(id: string): void {
    this.#depart(this.byId(id), EVICTED, 4403);
  }

  route(
    key: string,
    part: string[],
    body: Record<string, unknown>,
    token: string | undefined,
    response: ServerResponse,
  ): [number, unknown] {
    if (this.isEnded) throw ENDED;
    if (key === "GET access") return [200, this.#access(token)];
    if (key === "GET") return [200, this.#describe()];
    if (key === "GET participants") return [200, { roster: this.#supervised() }];
    if (key === "POST participants") return [201, this.#join(body)];
    if (key === "POST supervisor notes") return [201, this.#note(body)];
    if (key === "DELETE participants :pid") return [200, this.#remove(part[1] ?? "")];
    if (key === "DELETE") return [200, this.#end()];
    const me = this.#member(token);
    if (key.endsWith("inbox drain")) return [200, this.#drain(me, body, response)];
    if (key.endsWith("inbox ack")) return [200, { acked: me.inbox.ack(Number(body["last_acked_seq"])) }];
    if (key === "POST commands") return [201, this.#send(me, body)];
    if (key.endsWith("responses")) return [201, this.#respond(me, part[1] ?? "", body)];
    if (key.endsWith("me leave")) {
      this.#depart(me, "left", 1000);
      return [200, { left: true }];
    }
    throw { status: 404, code: "not_found" } satisfies Refusal;
  }

  open(socket: WebSocket, token: string | undefined, cursor: number): void {
    const me = this.#members.find((one) => one.token === token);
    if (!me) return socket.close(4401);
    if (me.gone !== null) return socket.close(me.gone === REMOVED ? 4410 : 4403);
    this.#attach(me, socket, cursor);
  }

  #attach(me: Member, socket: WebSocket, cursor: number): void {
    const batch: Batch = { stream: true, isFinished: false };
    const earlier = me.stream;
    me.stream = null;
    earlier?.socket.close(4409);
    if (earlier) me.inbox.giveBack(earlier.batch);
    me.inbox.settle(cursor);
    me.stream = { socket, batch };
    const { gap } = me.inbox;
    me.inbox.gap = undefined;
    socket.send(JSON.stringify({ name: "relay.hello", payload: { last_seq: me.inbox.lastSeq, gap }, seq: null }));
    socket.on("message", (data) => {
      const { ack } = JSON.parse(String(data)) as { ack: number };
      me.inbox.ack(ack);
    });
    socket.on("close", () => {
      if (me.stream?.socket !== socket) return;
      me.stream = null;
      me.inbox.giveBack(batch);
    });
    this.#serve(me);
  }

  #serve({ stream, inbox }: Member): void {
    if (stream)
      for (const message of inbox.handOut(null, stream.batch, Infinity)) stream.socket.send(JSON.stringify(message));
  }

  wait(
    token: string | undefined,
    body: Record<string, unknown>,
    response: ServerResponse,
    say: (status: number, json: unknown) => void,
  ): void {
    const me = this.#member(token);
    if (me.wait) throw { status: 409, code: "wait_already_in_flight" } satisfies Refusal;
    const names = (body["names"] ?? null) as string[] | null;
    const seconds = Number(body["timeout_seconds"]);
    me.inbox.settle(Number(body["last_acked_seq"]));
    const batch: Batch = { stream: false, isFinished: false };
    const end = (messages: unknown[] | Refusal) => {
      clearTimeout(timer);
      me.wait = null;
      if (!Array.isArray(messages)) {
        const { status, code } = messages;
        return say(status, { error: { code, message: `It is ${code}.`, retryable: false } });
      }
      const { gap } = me.inbox;
      me.inbox.gap = undefined;
      say(200, { messages, timed_out: messages.length === 0, effective_timeout_seconds: seconds, gap });
    };
    const look = () => {
      const messages = me.wait ? me.inbox.handOut(names, batch) : [];
      if (messages.length > 0) end(messages);
    };
    const timer = setTimeout(() => end([]), seconds * 1000);
    me.wait = { end };
    response.on("finish", () => (batch.isFinished = true));
    response.on("close", () => {
      if (response.writableFinished) return;
      clearTimeout(timer);
      if (me.wait?.end === end) me.wait = null;
      me.inbox.giveBack(batch);
    });
    me.inbox.onChange = () => {
      this.#serve(me);
      if (me.wait?.end === end) look();
    };
    look();
  }

  #drain(me: Member, body: Record<string, unknown>, response: ServerResponse) {
    const batch: Batch = { stream: false, isFinished: false };
    me.inbox.settle(Number(body["last_acked_seq"]));
    response.on("finish", () => (batch.isFinished = true));
    response.on("close", () => response.writableFinished || me.inbox.giveBack(batch));
    return { messages: me.inbox.handOut(null, batch) };
  }

  #supervised() {
    return this.#members.map((one) => ({
      ...publicEntry(one),
      delivery_mode: "pull",
      listening: one.stream !== null || one.wait !== null,
      last_seen_at: AT,
      pending: one.inbox.count("pending"),
      unacked: one.inbox.count("out"),
    }));
  }

  #join(body: Record<string, unknown>) {
    const inbox = new SmallInbox();
    joins += 1;
    const no = joins;
    const me: Member = {
      id: `p-${String(no).padStart(8, "0")}`,
      token: `swp_${String(no).padStart(43, "0")}`,
      role: (body["role"] ?? null) as string | null,
      capabilities: (body["capabilities"] ?? []) as string[],
      inbox,
      stream: null,
      wait: null,
      gone: null,
    };
    inbox.onChange = () => this.#serve(me);
    this.#tell(this.#members, "participant.joined", { participant: publicEntry(me) });
    this.#members.push(me);
    return { participant_id: me.id, participant_token: me.token, ...this.#describe(), relay_epoch: 1 };
  }

  #describe() {
    const roster = this.#members.filter(({ gone }) => gone === null).map(publicEntry);
    return { config: CONFIG, purpose: null, roster, persistence: null };
  }

  #access(token: string | undefined) {
    if (token === CREATOR) return { role: "creator", session_state: "hot" };
    return { role: "participant", participant_id: this.#member(token).id, session_state: "hot" };
  }

  #send(me: Member, body: Record<string, unknown>) {
    const { participant_ids: ids = [] } = body["target"] as { participant_ids?: string[] };
    const id = String(body["command_id"]);
    const recipients = ids.map((one) => this.byId(one));
    this.#commands.set(id, { sender: me, left: new Set(ids), answers: 0 });
    const received = {
      command_id: id,
      sender_id: me.id,
      dispatch_mode: body["dispatch"],
      dispatched_to: ids,
      payload: body["payload"] ?? null,
      expires_at: AT,
      expires_in_ms: 60_000,
    };
    this.#tell(recipients, "command.received", received);
    const times = { expires_at: AT, expires_in_ms: 60_000, effective_timeout_seconds: 60 };
    return { command_id: id, delivered_to: ids, ...times };
  }

  #respond(me: Member, id: string, body: Record<string, unknown>) {
    const command = this.#commands.get(id);
    if (!command?.left.delete(me.id)) throw { status: 404, code: "command_not_found" } satisfies Refusal;
    command.answers += 1;
    const { payload = null, status = "ok" } = body;
    this.#tell([command.sender], "result.received", { command_id: id, responder_id: me.id, status, payload });
    if (command.left.size === 0) {
      const counts = { received_count: command.answers, expected_count: command.answers };
      this.#tell([command.sender], "command.completed", { command_id: id, ...counts, reason: "all_responded" });
    }
    return { command_id: id, accepted: true };
  }

  #note({ kind, target, message = null }: Record<string, unknown>) {
    this.#notes += 1;
    const note = { note_id: `sn-${String(this.#notes).padStart(8, "0")}`, kind, target, message, ts_ms: 1 };
    const targets = this.#members.filter(({ id, gone }) => gone === null && (target === "all" || target === id));
    this.#tell(targets, "supervisor.note", note);
    return { note_id: note.note_id, kind, target, ts_ms: 1, delivered_to: targets.map(({ id }) => id) };
  }

  #remove(id: string) {
    const one = this.byId(id);
    this.#note({ kind: "halt", target: id, message: "removed by the session creator" });
    this.#depart(one, REMOVED, 4410);
    return { removed: true };
  }

  #end() {
    this.#tell(this.#members, "session.ended", { reason: "host_deleted" });
    for (const one of this.#members) one.stream?.socket.close(1000);
    this.isEnded = true;
    return { ended: true, reason: "host_deleted" };
  }

  #depart(one: Member, gone: Refusal | "left", code: number): void {
    const left = { participant_id: one.id, reason: gone === "left" ? "left" : "removed" };
    const message = { name: "participant.left", payload: left, seq: null };
    one.wait?.end(gone === "left" ? [message] : gone);
    one.gone = gone;
    one.stream?.socket.close(code);
    this.#tell(this.#members, "participant.left", left);
  }

  #tell(members: Member[], name: string, payload: unknown): void {
    for (const one of members) if (one.gone === null) one.inbox.add(name, payload);
  }

  byId(id: string): Member {
    const found = this.#members.find((one) => one.id === id);
    if (!found) throw { status: 404, code: "participant_not_found" } satisfies Refusal;
    return found;
  }

  #member(token: string | undefined): Member {
    if (this.isEnded) throw ENDED;
    const found = this.#members.find((one) => one.token === token);
    if (!found) throw { status: 403, code: "permission_denied" } satisfies Refusal;
    if (found.gone === "left") throw EVICTED;
    if (found.gone !== null) throw found.gone;
    return found;
  }
}

const INFO = { auth_model: "scoped-tokens-v1", relay_epoch: 1, session_creation: "open", capabilities: {}, limits: {} };

function publicEntry({ id, role, capabilities }: Member) {
  const fields = { objective: null, metadata: {}, joined_at: AT, online: true, supervision_state: "active" };
  return { participant_id: id, role, capabilities, ...fields };
}

function created(sessionId: string, body: Record<string, unknown>) {
  return {
    session_id: sessionId,
    purpose: body["purpose"] ?? null,
    creator_id: "somebody",
    creator_token: CREATOR,
    supervisor_token: `sws_${"s".repeat(43)}`,
    supervisor_token_id: "st-00000000",
    join_token: JOIN,
    join_token_expires_at: AT,
    invite_url: `https://relay.example/invite/${sessionId}?jt=${JOIN}`,
    invite_link: `swvs://relay.example/${sessionId}?jt=${JOIN}`,
    persistence: null,
  };
}
