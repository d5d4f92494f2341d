import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFront, type Front, type Inside } from "@/lib/front/listener";

let front: Front;
let logged: unknown[];
beforeEach(async () => {
  front = createFront();
  logged = [];
  front.server.listen(0, "127.0.0.1");
  await once(front.server, "listening");
});
afterEach(() => {
  front.server.close();
  front.server.closeAllConnections();
});

const answering = (fetch: Inside["runtime"]["fetch"]): Inside => ({
  runtime: { answers: (path) => path.startsWith("/v1"), direct: null, fetch, sockets: null },
  pages: { forward: (_, response) => void response.end("page"), upgrade: (_, socket) => void socket.destroy() },
  log: { warn: () => undefined, error: (detail) => void logged.push(detail) },
});

const echo: Inside["runtime"]["fetch"] = async (request) =>
  new Response(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`);

/** What comes back for these bytes until `enough` replies are there or the server closes; `then` follows the first. */
async function send(bytes: string | string[], enough = 1, then = ""): Promise<string[]> {
  const socket = connect((front.server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  const replies = (): string[] => text.split(/(?=HTTP\/1\.1 )/).filter((reply) => /\r\n\r\n./s.test(reply));
  const done = new Promise<void>((resolve) => {
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (replies().length >= enough) resolve();
      else if (then !== "" && replies().length === 1) socket.write(then);
    });
    socket.on("close", () => resolve());
    socket.on("error", () => resolve());
  });
  for (const part of [bytes].flat()) await new Promise((written) => socket.write(part, written));
  await done;
  socket.destroy();
  return replies();
}

const H2C = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n";

describe("an offer to change the protocol", () => {
  beforeEach(() => front.open(answering(echo)));

  it.each([
    ["the API", "/v1/x", "GET /v1/x"],
    ["a page", "/x", "page"],
  ])("is served as HTTP/1.1, by %s", async (_, path, expected) => {
    const [reply] = await send(`GET ${path} HTTP/1.1\r\nHost: h\r\n${H2C}\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
    expect(reply).toContain(expected);
  });

  it("loses nothing of a body, whether it has arrived or not", async () => {
    const head = `POST /v1/x HTTP/1.1\r\nHost: h\r\n${H2C}Content-Length: 10\r\n\r\nhello`;
    expect((await send([head, "world"]))[0]).toContain("POST /v1/x helloworld");
  });

  it("may come with every request of a connection", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    const one = `GET /v1/x HTTP/1.1\r\nHost: h\r\n${H2C}\r\n`;
    expect(await send(one.repeat(20), 20)).toHaveLength(20);
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  it("hides nothing of a request behind many headers", async () => {
    const inner = "GET /v1/inner HTTP/1.1\r\nHost: h\r\n\r\n";
    const pad = "a:\r\n".repeat(2_100);
    const head = `POST /v1/x HTTP/1.1\r\nHost: h\r\n${H2C}${pad}Content-Length: ${inner.length}\r\n\r\n${inner}`;
    const replies = await send(head, 2, "GET /v1/last HTTP/1.1\r\nHost: h\r\n\r\n");
    expect(replies.map((reply) => reply.split("\r\n\r\n")[1])).toEqual([
      expect.stringMatching(/^POST \/v1\/x GET \/v1\/inner/),
      "GET /v1/last ",
    ]);
  });

  it("does not outlive the drain", async () => {
    await send(`GET /v1/x HTTP/1.1\r\nHost: h\r\n${H2C}\r\n`);
    await front.drain.run(10_000);
    expect(front.server.listening).toBe(false);
  });
});

describe("what Node itself refuses comes in the envelope", () => {
  it.each([
    ["no HTTP", "HELLO\r\n\r\n", 400, "invalid_arguments"],
    ["headers without end", `GET / HTTP/1.1\r\nHost: h\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431, "payload_too_large"],
    ["no Host", "GET /v1/x HTTP/1.1\r\n\r\n", 400, "invalid_arguments"],
    ["two Hosts", "GET /v1/x HTTP/1.1\r\nHost: h\r\nhost: i\r\n\r\n", 400, "invalid_arguments"],
    ["a tunnel", "CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: h\r\n\r\n", 400, "invalid_arguments"],
    ["the same Host twice, for a page", "GET /x HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n", 400, "invalid_arguments"],
  ])("%s", async (_, bytes, status, code) => {
    front.open(answering(echo));
    const [reply = ""] = await send(bytes);
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(reply.split("\r\n\r\n")[1] ?? "")).toMatchObject({ error: { code } });
  });

  it("after the replies to what came whole before it", async () => {
    let answer = (_reply: Response): void => undefined;
    const asked = new Promise<void>((resolve) => {
      const fetch = (): Promise<Response> =>
        new Promise((reply) => {
          answer = reply;
          resolve();
        });
      front.open(answering(fetch));
    });
    const refused = once(front.server, "clientError");
    const replies = send(["GET /v1/x HTTP/1.1\r\nHost: h\r\n\r\n", "HELLO\r\n\r\n", "AGAIN\r\n\r\n"], 2);
    await Promise.all([asked, refused]);
    answer(new Response("made"));
    const [made, refusal, ...more] = await replies;
    expect(made).toMatch(/^HTTP\/1\.1 200 .*made/s);
    expect(refusal).toMatch(/^HTTP\/1\.1 400 /);
    expect(more).toEqual([]);
  });

  it("but not in the middle of a reply", async () => {
    const begun = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode("begun")) });
    front.open(answering(() => new Response(begun)));
    const [reply, ...more] = await send("GET /v1/x HTTP/1.1\r\nHost: h\r\n\r\n", 2, "HELLO\r\n\r\n");
    expect(reply).toContain("begun");
    expect(more).toEqual([]);
  });
});

it("logs a fault of its own as that, and blames no header for it", async () => {
  const fault = new Error("no more memory");
  front.open(answering(() => Promise.reject(fault)));
  const [reply = ""] = await send("GET /v1/x HTTP/1.1\r\nHost: h\r\n\r\n");
  expect(reply).toMatch(/^HTTP\/1\.1 500 /);
  expect(reply).toContain('"internal"');
  expect(logged).toEqual([{ err: fault }]);
});

describe("before it is open", () => {
  it("tells a program in the envelope", async () => {
    const [reply] = await send("GET /v1/interactions HTTP/1.1\r\nHost: h\r\n\r\n");
    expect(reply).toMatch(/^HTTP\/1\.1 503 .*Retry-After: 2\r\n.*"unavailable"/s);
  });

  it.each(["/a/secret", "/"])("tells a person on %s with a page that opens by itself", async (path) => {
    const [reply] = await send(`GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 503 .*text\/html.*http-equiv="refresh".*opens by itself/s);
    expect(reply).toMatch(/Content-Security-Policy: default-src 'none'/);
    expect(reply).toMatch(/Referrer-Policy: no-referrer/);
  });

  it("tells who sends a form how to send it again", async () => {
    const [reply] = await send("POST /a/secret HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n");
    expect(reply).toContain("go back and send it again");
    expect(reply).not.toContain("http-equiv");
  });
});

describe("a connection that becomes a socket", () => {
  const upgrade = (target: string): string =>
    `GET ${target} HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;

  it("waits for the reply before it, and may break meanwhile", async () => {
    const taken: unknown[] = [];
    const sockets = {
      upgrade: (...connection: unknown[]) => void taken.push(connection),
      drain: async () => undefined,
    };
    let answer = (_reply: Response): void => undefined;
    const inside = answering(() => new Promise((reply) => (answer = reply)));
    front.open({ ...inside, runtime: { ...inside.runtime, sockets } });
    const socket = connect((front.server.address() as AddressInfo).port, "127.0.0.1");
    const asked = once(front.server, "upgrade");
    socket.write(`GET /v1/x HTTP/1.1\r\nHost: h\r\n\r\n${upgrade("/v1/sessions/x/firehose")}`);
    const [, raw] = (await asked) as [unknown, Duplex];
    expect(taken).toEqual([]);
    const broken = once(raw, "close");
    socket.resetAndDestroy();
    await broken.catch(() => undefined);
    answer(new Response("late"));
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toEqual([]);
  });
});

it("a socket that fails before it is open takes nobody with it", async () => {
  const fault = new Error("nobody thought of this");
  const sockets = {
    upgrade: () => {
      throw fault;
    },
    drain: async () => undefined,
  };
  const inside = answering(echo);
  front.open({ ...inside, runtime: { ...inside.runtime, sockets } });
  const offer = "Host: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
  expect(await send(`GET /v1/sessions/x/firehose HTTP/1.1\r\n${offer}`)).toEqual([]);
  expect(logged).toEqual([{ err: fault }]);
  expect(await send("GET /v1/x HTTP/1.1\r\nHost: h\r\n\r\n")).toHaveLength(1);
});

it("a reply that waits for its turn is given up with its connection", async () => {
  const aborted: string[] = [];
  let waiting = 0;
  let allWait = (): void => undefined;
  const allAsked = new Promise<void>((resolve) => (allWait = resolve));
  const hold: Inside["runtime"]["fetch"] = (request) => {
    if ((waiting += 1) === 3) allWait();
    return new Promise((_, reject) => {
      request.signal.addEventListener("abort", () => {
        aborted.push(new URL(request.url).pathname);
        reject(new Error("gone"));
      });
    });
  };
  front.open(answering(hold));
  const connected = once(front.server, "connection");
  const socket = connect((front.server.address() as AddressInfo).port, "127.0.0.1");
  const [raw] = (await connected) as [Duplex];
  socket.write(["/v1/a", "/v1/b", "/v1/c"].map((path) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`).join(""));
  await allAsked;
  expect(front.drain.repliesOn(raw)).toHaveLength(3);
  const closed = once(raw, "close").catch(() => undefined);
  socket.resetAndDestroy();
  await closed;
  await vi.waitFor(() => expect(aborted.toSorted()).toEqual(["/v1/a", "/v1/b", "/v1/c"]));
  expect(front.drain.repliesOn(raw)).toEqual([]);
});

describe("the drain", () => {
  it("waits for no connection that was never used", async () => {
    const socket = connect((front.server.address() as AddressInfo).port, "127.0.0.1");
    await Promise.all([once(front.server, "connection"), once(socket, "connect")]);
    const closed = once(socket, "close");
    await front.drain.run(60_000);
    await closed;
  });

  it("ends at its bound, also where the server has forgotten a connection", async () => {
    const sockets = { upgrade: () => undefined, drain: async () => undefined };
    const inside = answering(echo);
    front.open({ ...inside, runtime: { ...inside.runtime, sockets } });
    const socket = connect((front.server.address() as AddressInfo).port, "127.0.0.1");
    const upgraded = once(front.server, "upgrade");
    socket.write(
      "GET /v1/sessions/x/firehose HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    );
    await upgraded;
    const closed = once(socket, "close");
    await front.drain.run(10);
    await closed;
  });
});
