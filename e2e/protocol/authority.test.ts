import { newAddress } from "@/e2e/support/addresses";
import { insertKey, insertWorkspace } from "@/e2e/support/keys";
import { openMount } from "@/e2e/support/mount";
import { ask, question } from "@/e2e/support/questions";
import { describe, expect, it } from "vitest";

const { api, sql, workspaceId } = await openMount();

const CALLS: [method: string, path: string, body?: unknown][] = [
  ["POST", "/v1/interactions", { interaction: question() }],
  ["GET", "/v1/interactions"],
  ["GET", "/v1/interactions/int_aaaaaaaaaaaa"],
  ["GET", "/v1/interactions/int_aaaaaaaaaaaa/response?wait_ms=0"],
  [
    "POST",
    "/v1/interactions/int_aaaaaaaaaaaa/revisions",
    { response_event_id: "evt_aaaaaaaa", interaction: question() },
  ],
  ["POST", "/v1/interactions/int_aaaaaaaaaaaa/complete", { response_event_id: "evt_aaaaaaaa" }],
  ["POST", "/v1/interactions/int_aaaaaaaaaaaa/withdraw", {}],
];

describe.each(CALLS)("%s %s", (method, path, body) => {
  it("needs a key", async () => {
    const { status, headers, body: said } = await api.call(method, path, { key: null, body, headers: newAddress() });
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toBe("Bearer");
    expect(headers.get("sess-workspace-id")).toBeNull();
    expect(said.error).toMatchObject({ code: "unauthorized", retryable: false });
  });

  it("needs a scope that allows it", async () => {
    const relay = await insertKey(sql, { workspaceId, scopes: ["relay"] });
    const reader = await insertKey(sql, { workspaceId, scopes: ["sess:read"] });
    const asker = await insertKey(sql, { workspaceId, scopes: ["sess:ask"] });
    const headers = { "if-match": '"1"' };
    const statusOf = async ({ key }: { key: string }) => api.call(method, path, { key, body, headers });
    const refused = await statusOf(relay);
    expect([refused.status, refused.body.error.code]).toEqual([403, "insufficient_scope"]);
    expect(refused.headers.get("sess-workspace-id")).toBe(workspaceId);
    expect((await statusOf(reader)).status === 403).toBe(method === "POST");
    expect((await statusOf(asker)).status).not.toBe(403);
  });
});

describe("who is nobody", () => {
  const tried = async (authorization: string) => {
    const reply = await api.get("/v1/interactions", { key: null, headers: { ...newAddress(), authorization } });
    return [reply.status, reply.body.error?.code ?? "ok"];
  };

  it.each([
    "Bearer",
    "Bearer ",
    "Bearer nonsense",
    "Bearer sess_sk_",
    `Bearer sess_sk_${"a".repeat(43)}`,
    `Bearer sess_sk_${"a".repeat(5_000)}`,
    "Basic c2VzczpzZXNz",
    "sess_sk_aaaaaaaaaaaaaaaa",
    "Bearer eyJhbGciOiJFZERTQSJ9.e30.c2ln",
  ])("%s", async (authorization) => {
    expect(await tried(authorization)).toEqual([401, "unauthorized"]);
  });

  it("a key twice", async () => {
    expect(await tried(`Bearer ${api.apiKey}, Bearer ${api.apiKey}`)).toEqual([401, "unauthorized"]);
  });

  it("the scheme in any case, the key exactly", async () => {
    expect(await tried(`bearer ${api.apiKey}`)).toEqual([200, "ok"]);
    expect(await tried(`Bearer ${api.apiKey.toUpperCase()}`)).toEqual([401, "unauthorized"]);
  });

  it("an expired key, and a revoked one from the next call on", async () => {
    const expired = await insertKey(sql, { workspaceId, expiresAt: new Date(Date.now() - 1_000) });
    expect(await tried(`Bearer ${expired.key}`)).toEqual([401, "unauthorized"]);
    const live = await insertKey(sql, { workspaceId, expiresAt: new Date(Date.now() + 60_000) });
    expect(await tried(`Bearer ${live.key}`)).toEqual([200, "ok"]);
    await sql`update api_keys set revoked_at = now() where id = ${live.id}`;
    expect(await tried(`Bearer ${live.key}`)).toEqual([401, "unauthorized"]);
  });

  it("is told so before the body is judged", async () => {
    const options = { key: null, rawBody: "{", headers: { ...newAddress(), "content-type": "text/plain" } };
    const { status } = await api.call("POST", "/v1/interactions", options);
    expect(status).toBe(401);
  });
});

describe("limits", () => {
  it("stop an address that guesses keys, not the good key behind it", async () => {
    const address = newAddress();
    const guess = (n: number) => api.get("/v1/interactions", { key: `sess_sk_guess${n}`, headers: address });
    await api.get("/v1/interactions?limit=1", { headers: address });
    const replies = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n)));
    const stopped = replies.filter(({ status }) => status === 429);
    expect(stopped.length).toBeGreaterThan(0);
    const after = await guess(61);
    expect([after.status, after.body.error.code]).toEqual([429, "rate_limited"]);
    expect(Number(after.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(after.body.error.retryable).toBe(true);
    expect((await api.get("/v1/interactions?limit=1", { headers: address })).status).toBe(200);
    expect((await api.get("/v1/interactions?limit=1", { key: "sess_sk_x", headers: newAddress() })).status).toBe(401);
  });

  it("stop an address that tries links, on a page that says when to come back", async () => {
    const headers = newAddress();
    const { humanUrl } = await ask(api);
    const look = (url: string, from = headers) => fetch(url, { headers: from });
    const tryOne = async () => {
      const reply = await look(`${api.origin}/a/nobody/live?v=1`);
      await reply.arrayBuffer();
      return reply.status;
    };
    const seen = new Set<number>();
    while (!seen.has(429)) {
      for (const status of await Promise.all(Array.from({ length: 100 }, tryOne))) seen.add(status);
    }
    expect([...seen].toSorted()).toEqual([404, 429]);
    const tries = await Promise.all(Array.from({ length: 20 }, () => look(`${api.origin}/a/nobody`)));
    const stopped = tries.find(({ status }) => status === 429);
    expect(stopped?.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(await stopped?.text()).toContain("That was too many tries");
    expect((await look(humanUrl, newAddress())).status).toBe(200);
  });

  it("hold a key to its plan's calls a minute, errors counted, and say when to come back", async () => {
    const { key, workspaceId: limited } = await insertWorkspace(sql, "free");
    const started = performance.now();
    const replies = await Promise.all(Array.from({ length: 200 }, () => api.get("/v1/interactions?limit=0", { key })));
    const grownBack = ((performance.now() - started) / 60_000) * 120;
    const stopped = replies.filter(({ status }) => status === 429);
    const admitted = replies.filter(({ status }) => status === 400);
    expect(stopped.length + admitted.length).toBe(200);
    expect(admitted.length).toBeGreaterThanOrEqual(120);
    expect(admitted.length).toBeLessThanOrEqual(Math.min(199, 121 + grownBack));
    for (const { body, headers } of stopped) {
      expect(body.error).toMatchObject({ code: "rate_limited", retryable: true });
      expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
      expect(headers.get("sess-workspace-id")).toBe(limited);
    }
    expect((await api.get("/v1/interactions?limit=1")).status).toBe(200);
  });

  it("hold a plan to its open questions and its lifetime", async () => {
    const { key, workspaceId: limited } = await insertWorkspace(sql, "free");
    const tooLong = await api.post("/v1/interactions", { interaction: question(), expires_in: 8 * 86_400 }, { key });
    expect(tooLong.body.error).toMatchObject({ code: "invalid_arguments", field: "/expires_in", limit: 7 * 86_400 });
    const asked = await Promise.all(
      Array.from({ length: 30 }, () => api.post("/v1/interactions", { interaction: question() }, { key })),
    );
    expect(asked.filter(({ status }) => status === 201)).toHaveLength(25);
    for (const { status, body } of asked.filter((reply) => reply.status !== 201)) {
      expect(status).toBe(403);
      expect(body.error).toMatchObject({ code: "plan_limit_reached", retryable: false, limit: 25 });
    }
    const [row] = await sql`select count(*)::int as count from interactions where workspace_id = ${limited}`;
    expect(row?.["count"]).toBe(25);
    const first = asked.find(({ status }) => status === 201)?.body.interaction.id;
    await api.post(`/v1/interactions/${first}/withdraw`, undefined, { key });
    await ask(api, {}, { key });
  });
});
