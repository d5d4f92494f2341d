import { createApi } from "@/lib/http/api";
import type { AppPorts } from "@/lib/http/ports";
import type { RelayHost } from "@/lib/relay/ports";
import { RELAY_LIMITS, RelayError, RelayErrorEnvelope } from "@sess.si/protocol";
import { expect, it } from "vitest";

const SID = "s".repeat(22);
const DRAIN = `/v1/sessions/${SID}/participants/me/inbox/drain`;
const bearer = { authorization: "Bearer swp_1" };

/** The API in front of a relay that does this. */
function apiOf(host: Partial<RelayHost> | null) {
  const logged: object[] = [];
  const settings = { limits: { ...RELAY_LIMITS, max_body_bytes: 100 }, adminDigest: null };
  const log = { warn: () => undefined, error: (detail: object) => void logged.push(detail) };
  const relay = host === null ? null : { host, settings };
  return { api: createApi({ relay, log, trustedProxies: 0 } as unknown as AppPorts), logged };
}

async function refusal(reply: Response): Promise<string> {
  const { error } = RelayErrorEnvelope.parse(await reply.json());
  return `${reply.status} ${error.code}`;
}

it("says where there is no relay that there may be one later", async () => {
  const reply = await apiOf(null).api.request(DRAIN, { method: "POST", headers: bearer });
  expect(reply.headers.get("retry-after")).toBe("1");
  expect(await refusal(reply)).toBe("503 relay_unavailable");
});

it("sends what was handed out as it is, and tells that it went", async () => {
  const told: string[] = [];
  const json = '{"messages":[{"name":"x","payload":1e400,"seq":1}]}';
  const handed = { json, finished: () => told.push("finished"), failed: () => told.push("failed") };
  const { api } = apiOf({ drainInbox: async () => handed });
  const reply = await api.request(DRAIN, { method: "POST", headers: bearer });
  expect(await reply.text()).toBe(json);
  expect(told).toEqual(["finished"]);
});

it("leaves nothing of a fault's message in the log or in the reply (D-68)", async () => {
  const { api, logged } = apiOf({ drainInbox: () => Promise.reject(new TypeError("canary")) });
  const reply = await api.request(DRAIN, { method: "POST", headers: bearer });
  const text = await reply.text();
  expect(text).toContain('"internal"');
  expect(logged).toHaveLength(1);
  expect(JSON.stringify(logged) + text).not.toContain("canary");
  expect(text).toContain(String((logged[0] as { requestId: string }).requestId));
});

it("sends nothing to who has hung up", async () => {
  const { api, logged } = apiOf({ drainInbox: () => Promise.reject(new RelayError("client_disconnect", "Gone.")) });
  const reply = await api.request(DRAIN, { method: "POST", headers: bearer });
  expect([reply.status, await reply.text()]).toEqual([499, ""]);
  expect(logged).toEqual([]);
});

it.each([
  ["no token, before its body is read", {}, "{", "401 unauthorized"],
  ["a body that is no JSON", bearer, '{"canary":', "400 validation_error"],
  ["a body that is too large", bearer, JSON.stringify("x".repeat(99)), "413 payload_too_large"],
  ["bytes that are no text", bearer, new Uint8Array([0x22, 0xff, 0x22]), "400 validation_error"],
])("refuses %s", async (_, headers, body, expected) => {
  const { api } = apiOf({});
  const reply = await api.request(DRAIN, { method: "POST", headers, body });
  const text = await reply.clone().text();
  expect(await refusal(reply)).toBe(expected);
  expect(text).not.toContain("canary");
});

it("takes a body of exactly the limit, whatever type it says it has", async () => {
  const { api } = apiOf({
    drainInbox: async () => ({ json: "{}", finished: () => undefined, failed: () => undefined }),
  });
  const body = `{"more":"${"x".repeat(100 - 11)}"}`;
  expect(body).toHaveLength(100);
  const reply = await api.request(DRAIN, {
    method: "POST",
    headers: { ...bearer, "content-type": "text/plain" },
    body,
  });
  expect(reply.status).toBe(200);
});

it.each([
  ["PUT", `/v1/sessions/${SID}`, "405 method_not_allowed"],
  ["HEAD", `/v1/sessions/${SID}`, ""],
  ["GET", "/v1/sessions/no", "404 session_not_found"],
  ["GET", `/v1/sessions/${SID}/`, "404 not_found"],
])("%s %s", async (method, path, expected) => {
  const { api } = apiOf({});
  const reply = await api.request(path, { method, headers: bearer });
  if (method === "HEAD") expect(reply.status).toBe(405);
  else expect(await refusal(reply)).toBe(expected);
});

it("lets a page ask with every method that there is (D-94)", async () => {
  const { api } = apiOf({});
  const reply = await api.request(`/v1/sessions/${SID}/participants/me`, { method: "OPTIONS" });
  expect(reply.status).toBe(204);
  expect(reply.headers.get("access-control-allow-methods")).toBe("DELETE, OPTIONS, PATCH");
  expect(reply.headers.get("access-control-allow-origin")).toBe("*");
});
