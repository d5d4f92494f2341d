import { insertWorkspace } from "@/e2e/support/keys";
import { openMount } from "@/e2e/support/mount";
import { question } from "@/e2e/support/questions";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

const { api, sql, workspaceId } = await openMount();

const json = { "content-type": "application/json" };
const post = (rawBody: BodyInit, headers: Record<string, string> = json) =>
  api.call("POST", "/v1/interactions", { rawBody, headers });
const body = JSON.stringify({ interaction: question() });

describe("the body", () => {
  it.each([
    ["application/json; charset=utf-8", body],
    ["application/json", `\uFEFF${body}`],
    ["application/json", `\r\n\t ${body} \n`],
  ])("is taken as %s", async (type, sent) => {
    expect((await post(sent, { "content-type": type })).status).toBe(201);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16", "application/xml"])(
    "is not taken as %s",
    async (type) => {
      const { status, body: said } = await post(body, { "content-type": type });
      expect(status).toBe(415);
      expect(said.error).toMatchObject({ code: "unsupported_media_type", retryable: false });
    },
  );

  it("is not taken without a type", async () => {
    const { status, body: said } = await post(new TextEncoder().encode(body), {});
    expect([status, said.error.code]).toEqual([415, "unsupported_media_type"]);
  });

  it.each([
    ["nothing", ""],
    ["half of it", body.slice(0, -5)],
    ["two of it", body + body],
    ["a trailing comma", '{"interaction":{},}'],
    ["a comment", '{/* */"interaction":{}}'],
    ["NaN", '{"interaction":NaN}'],
    ["broken UTF-8", Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
    ["UTF-16", Uint8Array.of(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00)],
  ])("is refused as %s", async (_, sent) => {
    const { status, body: said } = await post(sent);
    expect(status).toBe(400);
    expect(said.error).toMatchObject({ code: "invalid_arguments", field: "", retryable: false });
  });

  it.each([
    ['{"interaction":{"__proto__":{"a":1}}}', "/interaction/__proto__"],
    ['{"interaction":{"source":{"components":[{"constructor":1}]}}}', "/interaction/source/components/0/constructor"],
    ['{"prototype":1,"interaction":1}', "/prototype"],
    ['{"\\u005f_proto__":1}', "/__proto__"],
    [
      '{"interaction":{"title":"x","source":{"kind":"sess_surface","components":[{"type":"record","fields":{"__proto__":"x"}}]}}}',
      "/interaction/source/components/0/fields/__proto__",
    ],
  ])("is refused for an unsafe key: %s", async (sent, field) => {
    const { status, body: said } = await post(sent);
    expect(status).toBe(400);
    expect(said.error).toMatchObject({ code: "invalid_arguments", field });
  });

  it("may have 256 KiB, and not a byte more", async () => {
    const padded = (bytes: number) => body + " ".repeat(bytes - body.length);
    expect((await post(padded(262_144))).status).toBe(201);
    const { status, body: said, headers } = await post(padded(262_145));
    expect(status).toBe(413);
    expect(said.error).toMatchObject({ code: "payload_too_large", limit: 262_144, retryable: false });
    expect(headers.get("sess-workspace-id")).toBe(workspaceId);
  });

  it.each([
    ["objects", '{"a":'.repeat(40_000) + "1" + "}".repeat(40_000)],
    ["lists", "[".repeat(120_000) + "]".repeat(120_000)],
  ])("is refused for %s without end in each other, before they are looked at", async (_, deep) => {
    const { status, body: said } = await post(`{"interaction":${deep}}`);
    expect(status).toBe(400);
    expect(said.error).toMatchObject({ code: "invalid_arguments", field: "", limit: 8, retryable: false });
  });

  it.each(["gzip", "deflate", "br"])("is not taken compressed as %s", async (encoding) => {
    const { status, body: said } = await post(gzipSync(body), { ...json, "content-encoding": encoding });
    expect(status).toBe(415);
    expect(said.error).toMatchObject({ code: "unsupported_media_type", retryable: false });
  });
});

describe("paths and methods", () => {
  it.each([
    "/v1",
    "/v1/",
    "/v1/nothing",
    "/v1/interactions/",
    "/v1/interactions/int_aaaaaaaaaaaa/",
    "/v1/interactions/int_aaaaaaaaaaaa/responses",
    "/v1/Interactions",
    "/healthz/",
  ])("nothing is at %s, and nobody is sent elsewhere", async (path) => {
    for (const method of ["GET", "POST"]) {
      const { status, body: said, headers } = await api.call(method, path);
      expect(status, `${method} ${path}`).toBe(404);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(said.error).toMatchObject({ code: "not_found", retryable: false });
    }
  });

  it.each([
    ["DELETE", "/v1/interactions", "GET, OPTIONS, POST"],
    ["PUT", "/v1/interactions/int_aaaaaaaaaaaa", "GET, OPTIONS"],
    ["PATCH", "/v1/interactions/int_aaaaaaaaaaaa", "GET, OPTIONS"],
    ["POST", "/v1/interactions/int_aaaaaaaaaaaa/response", "GET, OPTIONS"],
    ["GET", "/v1/interactions/int_aaaaaaaaaaaa/withdraw", "OPTIONS, POST"],
    ["POST", "/.well-known/jwks.json", "GET, HEAD, OPTIONS"],
    ["POST", "/healthz", "GET, HEAD, OPTIONS"],
  ])("%s is no method of %s", async (method, path, allow) => {
    const { status, body: said, headers } = await api.call(method, path);
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe(allow);
    expect(said.error).toMatchObject({ code: "method_not_allowed", retryable: false });
  });

  it("HEAD of a public path is GET without a body", async () => {
    for (const path of ["/healthz", "/.well-known/jwks.json", "/v1/openapi.json", "/v1/docs"]) {
      const { status, body: said } = await api.call("HEAD", path, { key: null });
      expect([status, said]).toEqual([200, ""]);
    }
  });

  it("health and keys are for everybody", async () => {
    expect((await api.get("/healthz", { key: null })).body).toEqual({
      status: "ok",
      pages: expect.stringMatching(/^(up|down)$/),
    });
    const { body: set, headers } = await api.get("/.well-known/jwks.json", { key: null });
    expect(set.keys.length).toBeGreaterThanOrEqual(1);
    for (const key of set.keys) {
      expect(key).toMatchObject({ kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig", kid: expect.any(String) });
      expect(key).not.toHaveProperty("d");
    }
    expect(headers.get("cache-control")).toMatch(/^public, max-age=\d+$/);
  });
});

describe("browsers", () => {
  it("may call from any page", async () => {
    const { headers } = await api.get("/v1/interactions?limit=1", { headers: { origin: "https://example.com" } });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-expose-headers")).toBe("ETag, Retry-After, Sess-Workspace-Id");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });

  it("may read errors too", async () => {
    for (const path of ["/v1/interactions?x=1", "/v1/nothing"]) {
      const { headers } = await api.get(path, { headers: { origin: "https://example.com" } });
      expect(headers.get("access-control-allow-origin"), path).toBe("*");
    }
  });

  it("are answered before they call, without a key", async () => {
    const preflight = {
      origin: "https://example.com",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type,idempotency-key,if-match",
    };
    const { status, headers } = await api.call("OPTIONS", "/v1/interactions/int_aaaaaaaaaaaa/revisions", {
      key: null,
      headers: preflight,
    });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-methods")).toContain("POST");
    const allowed = headers.get("access-control-allow-headers")?.toLowerCase().split(", ");
    expect(allowed).toEqual(expect.arrayContaining(["authorization", "content-type", "idempotency-key", "if-match"]));
    expect((await api.call("OPTIONS", "/v1/nothing", { key: null })).status).toBe(404);
  });
});

describe("the workspace", () => {
  it("is named on every reply to its key, whatever became of the call", async () => {
    const { key, workspaceId: other } = await insertWorkspace(sql);
    const replies = await Promise.all([
      api.post("/v1/interactions", { interaction: question() }, { key }),
      api.post("/v1/interactions", {}, { key }),
      api.get("/v1/interactions", { key }),
      api.get("/v1/interactions?x=1", { key }),
      api.get("/v1/interactions/int_aaaaaaaaaaaa", { key }),
      api.call("POST", "/v1/interactions", { key, rawBody: "{", headers: json }),
      api.call("POST", "/v1/interactions", { key, rawBody: "{", headers: { "content-type": "text/plain" } }),
    ]);
    for (const { headers } of replies) expect(headers.get("sess-workspace-id")).toBe(other);
  });
});
