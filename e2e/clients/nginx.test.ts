import { once } from "node:events";
import { nginxLines, readDeploymentPage } from "@/e2e/clients/deployment-page";
import { createsFrom, fillAndDrainSlowly } from "@/e2e/clients/load";
import { freePort, startNginx, type Nginx } from "@/e2e/clients/nginx";
import { endTerminals } from "@/e2e/clients/shell";
import { hostAndWorker } from "@/e2e/clients/story";
import { Relay, Session, type Member } from "@/e2e/relay/support/relay";
import { attach, open, watch, type Stream } from "@/e2e/relay/support/socket";
import { startServer, type TestServer } from "@/e2e/support/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";

let server: TestServer;
/** One with nothing but `proxy_pass`, and one as the page on deployment has it. */
let [plain, paged]: Nginx[] = [];
let [plainOrigin, pagedOrigin] = ["", ""];
let relay: Relay;

beforeAll(async () => {
  const [plainPort, pagedPort] = [await freePort(), await freePort()];
  [plainOrigin, pagedOrigin] = [`http://127.0.0.1:${plainPort}`, `http://127.0.0.1:${pagedPort}`];
  server = await startServer({ env: { ...readDeploymentPage().settings, PUBLIC_ORIGIN: pagedOrigin } });
  const upstream = `http://127.0.0.1:${new URL(server.origin).port}`;
  plain = await startNginx(
    plainPort,
    (folder) =>
      `access_log ${folder}/sess.access.log;
       server { listen 127.0.0.1:${plainPort}; location / { proxy_pass ${upstream}; } }`,
  );
  paged = await startNginx(pagedPort, (folder) => nginxLines({ port: pagedPort, upstream, folder }));
  relay = await Relay.at(pagedOrigin, server.apiKey);
});
afterAll(async () => {
  endTerminals();
  await plain?.stop();
  await paged?.stop();
  await server?.stop();
});

it("the worked examples pass, with the page's lines and with nothing but proxy_pass (I46)", async () => {
  await hostAndWorker(plainOrigin);
  await hostAndWorker(pagedOrigin);
});

it("links carry the public address, and an address that a client made up counts for nothing", async () => {
  expect((await relay.session()).created.invite_url).toContain(`${pagedOrigin}/invite/`);
  const { session_creates_per_minute: limit } = (await relay.ok("GET", "/v1/info", null)).limits;
  const statuses = await createsFrom("127.0.0.2", pagedOrigin, limit + 1);
  expect(statuses).toEqual([...Array.from({ length: limit }, () => 201), 429]);
  expect(await createsFrom("127.0.0.1", pagedOrigin, 1)).toEqual([201]);
});

it("a wait and a socket are silent for as long as nginx bears it, and go on", async () => {
  const bare = await Relay.at(plainOrigin, server.apiKey);
  const session = await bare.session();
  const [a, b] = (await session.fill(2)) as [Member, Member];
  const quiet = await attach(b, { origin: pagedOrigin });
  const silent = { names: ["command.received"] };
  // Ask for more than nginx bears: the setting cuts it.
  const waited = await a.wait({ ...silent, timeout_seconds: 600 });
  expect(waited).toEqual({ messages: [], timed_out: true, effective_timeout_seconds: 50 });
  expect((await a.wait({ ...silent, timeout_seconds: 15 })).timed_out).toBe(true);
  const [answered] = await Promise.all([a.wait(silent), b.send([a], { payload: "at last" })]);
  expect(answered.messages[0].payload.payload).toBe("at last");
  await a.send([b], { payload: "over a minute later" });
  expect((await quiet.next("command.received")).payload.payload).toBe("over a minute later");
}, 180_000);

describe("WebSockets with the page's lines", () => {
  let session: Session;
  let [a, b]: Member[] = [];
  beforeAll(async () => {
    session = await relay.session();
    [a, b] = await session.fill(2);
  });
  const send = (payload: unknown) => a!.send([b!], { payload });
  /** What was sent before is read by then: frames are in order. */
  const echo = ({ socket }: Stream) => {
    const ponged = once(socket, "pong");
    socket.ping();
    return ponged;
  };

  it("frames pass both ways, by a token in the subprotocol", async () => {
    const stream = await attach(b!, { protocols: ["sessionweave.v1", `bearer.${b!.token}`] });
    expect(stream.socket.protocol).toBe("sessionweave.v1");
    expect((await stream.next()).name).toBe("relay.hello");
    stream.ack(0);
    await echo(stream);
    for (const payload of ["first", "second"]) await send(payload);
    const first = await stream.next("command.received");
    await stream.next("command.received");
    stream.ack(first.seq ?? 0);
    await echo(stream);
    stream.close();
    await stream.closed;
    const again = await attach(b!);
    expect(await again.next("command.received")).toMatchObject({ payload: { payload: "second" }, redelivered: true });
    again.close();
  });

  it("the relay's own pings pass, and their pongs acknowledge", async () => {
    const stream = await attach(b!, { options: { headers: { authorization: `Bearer ${b!.token}` } } });
    const pinged = once(stream.socket, "ping");
    await send("for a pong");
    await stream.next("command.received");
    await pinged;
    await echo(stream);
    stream.close();
    await stream.closed;
    expect((await b!.drain()).map(({ payload }) => payload.payload)).not.toContain("for a pong");
  });

  it("a page of the public origin gets a socket, another none", async () => {
    const url = session.url("participants/me/events");
    const protocols = ["sessionweave.v1", `bearer.${b!.token}`];
    const foreign = new WebSocket(url, protocols, { origin: "https://elsewhere.example" });
    const [, reply] = await once(foreign, "unexpected-response");
    expect(reply.statusCode).toBe(403);
    const own = new WebSocket(url, protocols, { origin: pagedOrigin });
    await once(own, "open");
    own.close();
  });

  it("close codes arrive", async () => {
    const code = async (stream: Stream) => (await stream.closed).code;
    expect(await code(open(session, "participants/me/events", "swp_nobody"))).toBe(4403);
    const firehose = await watch(session);
    const replaced = await attach(b!);
    const removed = await attach(b!);
    expect(await code(replaced)).toBe(4409);
    await session.remove(b!);
    expect(await code(removed)).toBe(4410);
    const last = await attach(a!);
    await session.end();
    expect([await code(last), await code(firehose)]).toEqual([1000, 1000]);
    expect(await code(open(session, "participants/me/events", a!.token))).toBe(4404);
  });
});

it("what is too large is refused by the relay, not by nginx", async () => {
  const session = await relay.session();
  const rawBody = JSON.stringify({ payload: "x".repeat(1_500_000) });
  for (let tries = 0; tries < 20; tries += 1) {
    const { status, body } = await relay.call("POST", `${session.path}/commands`, session.creator, undefined, {
      rawBody,
    });
    expect([status, body.error.code]).toEqual([413, "payload_too_large"]);
  }
});

it("with the page's lines nginx puts nothing on the disk, and without them it does", async () => {
  await fillAndDrainSlowly(await Relay.at(plainOrigin, server.apiKey));
  const { bodies, replies } = plain!.spooled();
  expect([bodies > 0, replies > 0], JSON.stringify({ bodies, replies })).toEqual([true, true]);
  await fillAndDrainSlowly(relay);
  expect(paged!.spooled()).toEqual({ bodies: 0, replies: 0 });
});

it("with the page's lines no log holds a token or a link, not even while Sess is down", async () => {
  const session = await relay.session();
  const [member] = (await session.fill(1)) as [Member];
  const persistence = { mode: "ttl", ttl_seconds: 3600 };
  const kept = new Session(relay, await relay.ok("POST", "/v1/sessions", server.apiKey, { persistence }));
  const streams = [await attach(member), await attach(await kept.join())];
  const invite = new URL(session.created.invite_url);
  const link = "/a/a-link-of-a-person-that-nobody-may-see";
  const paths = [`${session.path}/participants/me/events?token=${member.token}`, invite.pathname + invite.search, link];
  const visit = async (origin: string) => {
    for (const path of paths) await (await fetch(origin + path)).arrayBuffer();
  };
  await visit(plainOrigin);
  await visit(pagedOrigin);
  await server.stop();
  const codes = await Promise.all(streams.map(async ({ closed }) => (await closed).code));
  expect(codes, "an ephemeral session ends with the server").toEqual([1000, 1012]);
  await visit(pagedOrigin);

  const secrets = [member.token, session.joinToken, link];
  const told = ({ logs }: Nginx) => secrets.filter((secret) => logs().includes(secret));
  await expect.poll(() => told(plain!)).toEqual(secrets);
  await expect.poll(() => paged!.logs()).toContain("GET /a/* 502");
  expect(paged!.logs()).toContain(`${session.path}/participants/me/events 101`);
  expect(told(paged!)).toEqual([]);
});
