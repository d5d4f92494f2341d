import { createApi, isApiPath } from "@/lib/http/api";
import type { AppPorts } from "@/lib/http/ports";
import { createRateLimits } from "@/lib/http/rate-limits";
import { ErrorEnvelope } from "@sess.si/protocol";
import { expect, it } from "vitest";

/** An API whose store breaks in a way that nobody thought of. */
function brokenApi() {
  const logged: { detail: Record<string, unknown>; message: string }[] = [];
  const store = { list: () => Promise.reject(new Error("secret detail: password=hunter2")) };
  const key = { id: "key_1", name: "Test", workspaceId: "ws_1", plan: "embedded", scopes: ["sess:ask"] };
  const accounts = { store: { findLiveKey: async () => key, noteUse: () => undefined } };
  const log = {
    warn: () => undefined,
    error: (detail: object, message: string) => logged.push({ detail: { ...detail }, message }),
  };
  const ports = { ask: { store }, accounts, log, limits: createRateLimits(() => 0), trustedProxies: 0 };
  return { api: createApi(ports as unknown as AppPorts), logged };
}

const authorized = { headers: { authorization: "Bearer sess_sk_test" } };

it("answers an unexpected error with its log entry's number and nothing else of it", async () => {
  const { api, logged } = brokenApi();
  const reply = await api.request("/v1/interactions", authorized);
  expect(reply.status).toBe(500);
  expect(reply.headers.get("sess-workspace-id")).toBe("ws_1");
  const { error } = ErrorEnvelope.parse(await reply.json());
  expect(error).toMatchObject({ code: "internal", retryable: true });
  expect(error.message).not.toContain("hunter2");
  expect(logged).toHaveLength(1);
  expect(logged[0]?.detail).toMatchObject({
    err: expect.objectContaining({ message: expect.stringContaining("hunter2") }),
  });
  expect(error.message).toContain(String(logged[0]?.detail["requestId"]));
});

it("logs nothing for a caller who hung up", async () => {
  const { api, logged } = brokenApi();
  const hangUp = new AbortController();
  hangUp.abort();
  const reply = await api.request("/v1/interactions", { ...authorized, signal: hangUp.signal });
  expect(reply.status).toBe(499);
  expect(logged).toEqual([]);
});

it("takes its own paths, however many slashes are in front, and no others", () => {
  const own = [
    "/v1",
    "/v1/",
    "/v1/interactions",
    "//v1/interactions",
    "/healthz",
    "/healthz/",
    "/.well-known/jwks.json",
  ];
  const others = ["/", "/v10", "/a/v1", "/healthzz", "/.well-known/oauth-authorization-server", "/V1/interactions"];
  expect(own.filter((path) => !isApiPath(path))).toEqual([]);
  expect(others.filter((path) => isApiPath(path))).toEqual([]);
});
