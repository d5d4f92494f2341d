import { connect } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer, type TestServer } from "@/e2e/support/server";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
});

/** What comes back for exactly these bytes, until the server closes. */
async function send(bytes: string): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.write(bytes);
  await once(socket, "close");
  const [head = "", body = ""] = text.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, body };
}

function get(target: string, host = "Host: localhost\r\n", version = "1.1"): string {
  return `GET ${target} HTTP/${version}\r\n${host}Connection: close\r\n\r\n`;
}

describe("unusual requests", () => {
  it.each([
    ["an absolute target", get("http://elsewhere.example/v1/interactions"), 401, "unauthorized"],
    ["two slashes before the API", get("//v1/interactions"), 404, "not_found"],
    ["a path that is no UTF-8", get("/v1/%E0%A4%A"), 404, "not_found"],
    ["a path that turns back to the API", get("/x/../v1/nothing"), 404, "not_found"],
    ["the same, escaped", get("/x/%2e%2e/v1/nothing"), 404, "not_found"],
    ["a backslash before the API", get("/\\v1/interactions"), 400, "invalid_arguments"],
    ["a Host that is none", get("/v1/interactions", "Host: a b\r\n"), 400, "invalid_arguments"],
    ["a line that is no HTTP", "HELLO\r\n\r\n", 400, "invalid_arguments"],
    ["no Host", get("/v1/interactions", ""), 400, "invalid_arguments"],
    ["headers without end", get("/healthz", `Host: h\r\nX: ${"x".repeat(20_000)}\r\n`), 431, "payload_too_large"],
    ["two Hosts", get("/v1/interactions", "Host: a\r\nHost: b\r\n"), 400, "invalid_arguments"],
    ["two Hosts for a link", get("/a/nobody", "Host: a\r\nHost: a\r\n"), 400, "invalid_arguments"],
    ["two Hosts for a page", get("/", "Host: a\r\nHost: b\r\n", "1.0"), 400, "invalid_arguments"],
    ["TRACE", "TRACE /v1/interactions HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", 405, "method_not_allowed"],
  ])("answers %s in the API's envelope", async (_, bytes, status, code) => {
    const reply = await send(bytes);
    expect(reply.status).toBe(status);
    expect(reply.body).toContain(`"code":"${code}"`);
  });

  it.each([
    ["HTTP/1.0 without a Host, for a page", get("/", "", "1.0"), 200],
    ["HTTP/1.0 without a Host, for the API", get("/healthz", "", "1.0"), 200],
    ["a page's path that is no UTF-8", get("/%E0%A4%A"), 404],
    ["the server as a whole", "OPTIONS * HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", 400],
  ])("answers %s", async (_, bytes, status) => {
    expect((await send(bytes)).status).toBe(status);
  });

  it.each([
    ["the API", "/healthz"],
    ["a page", "/"],
    ["a link", "/a/nobody"],
    ["a strange spelling of the API", "/%68ealthz"],
  ])("answers a client that offers HTTP/2 as it does any other: %s", async (_, path) => {
    const offer = "Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n";
    const plain = await send(get(path));
    const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: ${offer}\r\n`);
    await once(socket, "data");
    socket.destroy();
    expect(Number(text.split(" ")[1])).toBe(plain.status);
    expect(plain.status).toBe({ "/healthz": 200, "/": 200 }[path] ?? 404);
  });

  it("lets no path turn back to the API through the pages", async () => {
    const reply = await send(get("/x/../v1/interactions"));
    expect(reply.head).toContain("WWW-Authenticate: Bearer");
    // What Next writes on everything that goes through it.
    expect(reply.head).not.toMatch(/x-frame-options/i);
  });

  it.each(["http://a:99999", "http://[", "http://"])("lives on when asked for a socket on %s", async (host) => {
    const key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    const offer = `Host: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}`;
    const { status } = await send(`GET ${host}/v1/sessions/nobody/firehose HTTP/1.1\r\n${offer}\r\n`);
    expect(status).toBe(101);
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  });

  it.each(["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"])("takes no %s at a link", async (method) => {
    for (const [path, allow] of [
      ["/a/nobody", "GET, HEAD, OPTIONS, POST"],
      ["/a/nobody/live", "GET, HEAD, OPTIONS"],
    ]) {
      const { status, head } = await send(`${method} ${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
      expect([status, /^allow: (.*)$/im.exec(head)?.[1]]).toEqual([405, allow]);
      expect(head).toMatch(/^referrer-policy: no-referrer$/im);
    }
  });

  it.each(["/", "/nothing"])("gives the page %s a policy under which only its own scripts run", async (path) => {
    const { head, body } = await send(get(path));
    const [, nonce] = /^content-security-policy: .*script-src 'self' 'nonce-([^']+)'/im.exec(head) ?? [];
    expect(nonce).toMatch(/^[\w+/]{22}==$/);
    const scripts = body.match(/<script/g) ?? [];
    expect(body.split(`nonce="${nonce}"`).length - 1).toBeGreaterThanOrEqual(scripts.length);
    expect((await send(get(path))).head).not.toContain(nonce);
    for (const name of ["x-content-type-options", "x-frame-options", "referrer-policy", "cross-origin-opener-policy"]) {
      expect(head.toLowerCase()).toContain(`\r\n${name}: `);
    }
  });

  it("builds no link from the Host header", async () => {
    const reply = await send(get("/a/nobody", "Host: evil.example\r\nX-Forwarded-Host: evil.example\r\n"));
    expect(reply.status).toBe(404);
    expect(reply.head + reply.body).not.toContain("evil.example");
  });

  it("gives up on a request that does not come to its end", { timeout: 90_000 }, async () => {
    const reply = await send("GET /healthz HTTP/1.1\r\nHost: h\r\n");
    expect(reply.status).toBe(408);
    expect(reply.body).toContain('"code":"request_timeout"');
  });

  it("answers all of it and lives", async () => {
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect(server.log()).not.toMatch(/"level":(50|60)/);
  });
});
