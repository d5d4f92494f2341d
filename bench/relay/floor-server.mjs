// The least that a Node server can do for the same exchange, in a process of its own. No sessions, no tokens, no rules.
import { createServer } from "node:http";
import postgres from "postgres";
import { WebSocketServer } from "ws";

const databaseUrl = process.argv[2];
const waiting = new Map();
const queued = new Map();
const sockets = new Map();
const commit = databaseUrl ? await groupCommit(databaseUrl) : null;

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const [, verb, name] = request.url.split("/");
    if (verb === "wait") return wait(name, response);
    const message = JSON.parse(Buffer.concat(chunks).toString());
    if (verb === "send") post(message.to, message);
    else push(message.to, message);
    reply(response, { id: message.id, delivered_to: [message.to] });
  });
});

function reply(response, value) {
  const body = JSON.stringify(value);
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
}

function wait(name, response) {
  const messages = queued.get(name);
  if (messages) {
    queued.delete(name);
    reply(response, { messages });
  } else waiting.set(name, response);
}

function post(name, message) {
  const response = waiting.get(name);
  if (response) {
    waiting.delete(name);
    reply(response, { messages: [message] });
  } else queued.set(name, [...(queued.get(name) ?? []), message]);
}

function push(name, message) {
  sockets.get(name)?.send(JSON.stringify(message));
}

new WebSocketServer({ server, perMessageDeflate: false }).on("connection", (socket, request) => {
  const [, mode, name] = request.url.split("/");
  sockets.set(name, socket);
  socket.on("message", (data) => {
    const text = data.toString();
    const message = JSON.parse(text);
    if (mode === "durable") void commit(text).then(() => push(message.to, message));
    else push(message.to, message);
  });
});

/** One statement in flight; whatever came meanwhile goes into the next. */
async function groupCommit(url) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`create table if not exists bench_events (id bigserial primary key, body text not null)`;
  let next = [];
  let isBusy = false;
  const flush = async () => {
    const group = next;
    next = [];
    await sql`insert into bench_events (body) select * from unnest(${group.map(({ text }) => text)}::text[])`;
    for (const { done } of group) done();
    isBusy = next.length > 0;
    if (isBusy) setImmediate(flush);
  };
  return (text) =>
    new Promise((done) => {
      next.push({ text, done });
      if (isBusy) return;
      isBusy = true;
      setImmediate(flush);
    });
}

// Its connections rest while others are measured.
server.keepAliveTimeout = 0;
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
