import { openMount } from "@/e2e/support/mount";
import { question } from "@/e2e/support/questions";
import { rawRequest, type RawReply } from "@/e2e/support/raw-request";
import { expect, it, describe } from "vitest";

/** What needs the front process's own connection: no other server in front of the API passes these on unchanged. */
const { api } = await openMount();

const authorized = `Host: localhost\r\nAuthorization: Bearer ${api.apiKey}\r\n`;
const json = "Content-Type: application/json\r\n";
const body = JSON.stringify({ interaction: question() });

const send = (...chunks: (string | Uint8Array)[]) => rawRequest(api.origin, ...chunks);
const codeOf = ({ body: text }: RawReply) => JSON.parse(text).error.code;

const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const chunked = `POST /v1/interactions HTTP/1.1\r\n${authorized}${json}Transfer-Encoding: chunked\r\n\r\n`;

describe("a body of no announced length", () => {
  it("is read to its end", async () => {
    const reply = await send(chunked, chunk(body.slice(0, 10)), chunk(body.slice(10)), "0\r\n\r\n");
    expect(reply.status).toBe(201);
  });

  it("is refused as soon as it is too large, though more would come", async () => {
    const block = chunk(" ".repeat(64 * 1024));
    const reply = await send(chunked, ...Array.from({ length: 6 }, () => block));
    expect([reply.status, codeOf(reply)]).toEqual([413, "payload_too_large"]);
  });
});

describe("a body that is announced", () => {
  it("as too large is refused before it is sent", async () => {
    const reply = await send(`POST /v1/interactions HTTP/1.1\r\n${authorized}${json}Content-Length: 99999999\r\n\r\n`);
    expect([reply.status, codeOf(reply)]).toEqual([413, "payload_too_large"]);
  });

  it("is asked for when the client waits to be asked", async () => {
    const head = `POST /v1/interactions HTTP/1.1\r\n${authorized}${json}Expect: 100-continue\r\n`;
    const reply = await send(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`, body);
    expect(reply.status).toBe(201);
  });

  it("without a key is not waited for", async () => {
    const reply = await send(
      `POST /v1/interactions HTTP/1.1\r\nHost: localhost\r\n${json}Content-Length: 1000\r\n\r\n`,
    );
    expect([reply.status, codeOf(reply)]).toEqual([401, "unauthorized"]);
  });
});

describe("a request line", () => {
  it.each(["PROPFIND", "QUERY", "PURGE", "TRACE"])("with the method %s is told what the path takes", async (method) => {
    const reply = await send(`${method} /v1/interactions HTTP/1.1\r\n${authorized}\r\n`);
    expect([reply.status, codeOf(reply)]).toEqual([405, "method_not_allowed"]);
    expect(reply.headers["allow"]).toBe("GET, OPTIONS, POST");
  });

  it.each([
    "//v1/interactions",
    "/v1//interactions",
    "//v1",
    "/v1/interactions//",
    "/v1/./nothing",
    "/v1/%2e%2e/%2e%2e/nothing/",
  ])("for %s is answered by the API and redirects nowhere", async (path) => {
    const reply = await send(`GET ${path} HTTP/1.1\r\n${authorized}\r\n`);
    expect(reply.status).toBe(404);
    expect(reply.headers["location"]).toBeUndefined();
  });

  it("with a broken escape in its path finds nothing", async () => {
    const reply = await send(`GET /v1/interactions/%E0%A4%A HTTP/1.1\r\n${authorized}\r\n`);
    expect([reply.status, codeOf(reply)]).toEqual([404, "not_found"]);
  });

  it("with an unsafe parameter is refused like any other it does not know", async () => {
    const reply = await send(`GET /v1/interactions?__proto__=1 HTTP/1.1\r\n${authorized}\r\n`);
    expect([reply.status, codeOf(reply)]).toEqual([400, "invalid_arguments"]);
  });

  it("in absolute form finds the same path, and no other host", async () => {
    const reply = await send(`GET http://elsewhere.example/v1/interactions?limit=1 HTTP/1.1\r\n${authorized}\r\n`);
    expect(reply.status).toBe(200);
  });

  it("with another Host builds no link from it", async () => {
    const head = `POST /v1/interactions HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Bearer ${api.apiKey}\r\n${json}`;
    const reply = await send(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`, body);
    expect(reply.status).toBe(201);
    expect(JSON.parse(reply.body).interaction.humanUrl).not.toContain("evil");
  });
});
