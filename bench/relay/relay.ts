import { Connection } from "../connection.js";
import { PAYLOAD, type Exchange, type Pair } from "./exchange.js";
import { openSocket, type Socket } from "./socket.js";

export interface Target {
  origin: string;
  pid: number;
}

/** A session with all it takes to fill it. */
export interface Room {
  path: string;
  joinToken: string;
  supervisorToken: string;
}

export interface Member {
  id: string;
  token: string;
}

interface Message {
  name: string;
  payload: { command_id: string };
}

export const EPHEMERAL = {};
export const PERSISTED = { persistence: { mode: "ttl", ttl_seconds: 3600 } };

const headersOf = (token: string) => ({ "content-type": "application/json", authorization: `Bearer ${token}` });

/** A connection that calls as somebody, and expects to succeed. */
export async function call(connection: Connection, path: string, token: string, body: object): Promise<string> {
  const reply = await connection.request("POST", path, headersOf(token), JSON.stringify(body));
  if (reply.status >= 300) throw new Error(`POST ${path}: ${reply.status} ${reply.body}`);
  return reply.body;
}

export async function openRoom(connection: Connection, body: object): Promise<Room> {
  const reply = await connection.request(
    "POST",
    "/v1/sessions",
    { "content-type": "application/json" },
    JSON.stringify(body),
  );
  if (reply.status !== 201) throw new Error(`a session: ${reply.status} ${reply.body}`);
  const { session_id: id, join_token: joinToken, supervisor_token: supervisorToken } = JSON.parse(reply.body);
  return { path: `/v1/sessions/${id}`, joinToken, supervisorToken };
}

export async function enter(connection: Connection, { path, joinToken }: Room, role: string): Promise<Member> {
  const body = await call(connection, `${path}/participants`, joinToken, { role, capabilities: ["bench"] });
  const { participant_id: id, participant_token: token } = JSON.parse(body) as Record<string, string>;
  return { id: id ?? "", token: token ?? "" };
}

export const streamOf = ({ origin }: Target, { path }: Room, { token }: Member): Promise<Socket> =>
  openSocket(`${origin}${path}/participants/me/events`, ["sessionweave.v1", `bearer.${token}`]);

/** The relay by requests alone: send, wait, respond, wait. */
export function relayByPoll(target: Target): Exchange {
  return { name: "ephemeral, REST and long poll", pid: target.pid, open: () => pollPair(target) };
}

async function pollPair({ origin }: Target): Promise<Pair> {
  const [sender, waiter, worker] = [new Connection(origin), new Connection(origin), new Connection(origin)];
  const room = await openRoom(sender, EPHEMERAL);
  const a = await enter(sender, room, "asks");
  const b = await enter(sender, room, "answers");
  const wait = `${room.path}/participants/me/inbox/wait`;
  // The asker has been told of the other's coming.
  await call(sender, `${room.path}/participants/me/inbox/drain`, a.token, {});
  let isOpen = true;
  const serve = async (): Promise<void> => {
    while (isOpen) {
      const { messages } = JSON.parse(await call(worker, wait, b.token, {})) as { messages: Message[] };
      for (const { name, payload } of messages)
        if (name === "command.received")
          await call(worker, `${room.path}/commands/${payload.command_id}/responses`, b.token, { payload: PAYLOAD });
    }
  };
  void serve().catch(() => {});
  const command = { dispatch: "specific", target: { participant_ids: [b.id] }, payload: PAYLOAD };
  return {
    trip: async () => {
      const result = call(waiter, wait, a.token, {});
      await call(sender, `${room.path}/commands`, a.token, command);
      if (!(await result).includes('"command.completed"')) throw new Error("a wait without the result");
    },
    close: () => {
      isOpen = false;
      for (const connection of [sender, waiter, worker]) connection.close();
    },
  };
}

/** The relay as its SDK uses it: sends by request, receives by WebSocket. */
export function relayBySocket(target: Target, kind: "ephemeral" | "persisted"): Exchange {
  const body = kind === "ephemeral" ? EPHEMERAL : PERSISTED;
  return { name: `${kind}, REST and WebSocket`, pid: target.pid, open: () => socketPair(target, body) };
}

async function socketPair(target: Target, body: object): Promise<Pair> {
  const [sender, worker] = [new Connection(target.origin), new Connection(target.origin)];
  const room = await openRoom(sender, body);
  const a = await enter(sender, room, "asks");
  const b = await enter(sender, room, "answers");
  const [mine, theirs] = await Promise.all([streamOf(target, room, a), streamOf(target, room, b)]);
  theirs.onText = (text) => {
    const { name, payload } = JSON.parse(text) as Message;
    if (name !== "command.received") return;
    const path = `${room.path}/commands/${payload.command_id}/responses`;
    void call(worker, path, b.token, { payload: PAYLOAD }).catch(() => {});
  };
  let done = () => {};
  mine.onText = (text) => {
    if (text.startsWith('{"name":"command.completed"')) done();
  };
  const command = { dispatch: "specific", target: { participant_ids: [b.id] }, payload: PAYLOAD };
  return {
    trip: async () => {
      const result = new Promise<void>((resolve) => (done = resolve));
      await call(sender, `${room.path}/commands`, a.token, command);
      await result;
    },
    close: () => [sender, worker, mine, theirs].forEach((one) => one.close()),
  };
}
