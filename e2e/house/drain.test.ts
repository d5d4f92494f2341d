import { connect } from "node:net";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ask, call } from "./question";
import { familyOf, until, untilGone } from "./processes";
import { startServer, type TestServer } from "@/e2e/support/server";

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(async () => {
  await server.stop();
});

function everything(): number[] {
  const postmaster = Number(readFileSync(join(server.dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  return [...familyOf(server.pid), ...familyOf(postmaster)].map(({ pid }) => pid);
}

it("ends waits in flight as nothing yet, stops everything and exits with 0", async () => {
  const { id } = await ask(server);
  const all = everything();
  const waits = Array.from({ length: 5 }, () => call(server, `/v1/interactions/${id}/response?wait_ms=45000`));
  // Sent after the waits on a connection of its own, so they are in flight when it was answered.
  await ask(server);
  const started = performance.now();
  const ended = server.stop();
  for (const wait of waits) {
    const reply = await wait;
    expect(reply.status).toBe(200);
    expect(reply.headers.get("connection")).toBe("close");
    expect(await reply.json()).toMatchObject({ interaction: { id, state: "waiting" } });
  }
  expect(await ended).toBe(0);
  expect(performance.now() - started).toBeLessThan(8_000);
  await untilGone(all);
});

it("is not held up by connections that are open and idle", async () => {
  const { port } = new URL(server.origin);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await once(socket, "data");
  const started = performance.now();
  expect(await server.stop()).toBe(0);
  expect(performance.now() - started).toBeLessThan(8_000);
});

it("lets a request finish whose body is still coming", async () => {
  const { port } = new URL(server.origin);
  const body = JSON.stringify({ interaction: { mode: "interactive" } });
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  const head = [
    "POST /v1/interactions HTTP/1.1",
    "Host: localhost",
    `Authorization: Bearer ${server.apiKey}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "Expect: 100-continue",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  await once(socket, "data");
  const ended = server.stop();
  await until(
    () =>
      fetch(server.origin).then(
        () => false,
        () => true,
      ),
    5_000,
    "it still accepts connections",
  );
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(body);
  await once(socket, "close");
  expect(answer).toContain("HTTP/1.1 400");
  expect(await ended).toBe(0);
});

it("exits at once at a second signal, and leaves nothing running", async () => {
  const { id } = await ask(server);
  const all = everything();
  const { port } = new URL(server.origin);
  // A request that never ends holds the drain up until its bound.
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(
    `POST /v1/interactions/${id}/withdraw HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.apiKey}\r\n`,
  );
  socket.write("Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{");
  await call(server, `/v1/interactions/${id}`);
  const ended = server.stop();
  await until(
    () =>
      fetch(server.origin).then(
        () => false,
        () => true,
      ),
    5_000,
    "it still accepts connections",
  );
  // Within a second it is the same press, which npm passes on.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const started = performance.now();
  process.kill(server.pid, "SIGTERM");
  expect(await ended).toBe(1);
  expect(performance.now() - started).toBeLessThan(3_000);
  await untilGone(all);
});
