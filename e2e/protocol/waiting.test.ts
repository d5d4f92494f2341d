import { insertKey } from "@/e2e/support/keys";
import { openMount } from "@/e2e/support/mount";
import { Person } from "@/e2e/support/person";
import { ask } from "@/e2e/support/questions";
import { age } from "@/e2e/support/rows";
import { describe, expect, it } from "vitest";

const { api, sql, workspaceId } = await openMount();

const path = (id: string, query = "") => `/v1/interactions/${id}/response${query}`;
const elapsed = (since: number) => performance.now() - since;

describe.concurrent("waiting for the answer", () => {
  it("returns an answer at once that was given before", async () => {
    const { id, humanUrl } = await ask(api);
    await new Person(humanUrl).answer("approve", { message: "Hello" });
    const started = performance.now();
    const { status, body, headers } = await api.get(path(id));
    expect(elapsed(started)).toBeLessThan(2_000);
    expect(status).toBe(200);
    expect(headers.get("etag")).toBe('"1"');
    expect(body.interaction).toMatchObject({ id, revision: 1, state: "answered" });
    expect(body.interaction.response).toMatchObject({
      revision: 1,
      actionId: "approve",
      values: { message: "Hello" },
      changed: [],
      actorAssurance: "link_holder",
    });
  });

  it("gives no answer to a key that was revoked meanwhile", async () => {
    const { id, humanUrl } = await ask(api);
    const { id: keyId, key } = await insertKey(sql, { workspaceId });
    const waiting = api.get(path(id), { key });
    await waitUntilWaiting(id);
    await sql`update api_keys set revoked_at = now() where id = ${keyId}`;
    await new Person(humanUrl).answer("approve", { message: "For others" });
    const { status, body } = await waiting;
    expect([status, body.error?.code]).toEqual([401, "unauthorized"]);
    expect(await sql`select picked_up_at from interactions where id = ${id}`).toEqual([{ picked_up_at: null }]);
  });

  it("wakes when the question is withdrawn", async () => {
    const { id } = await ask(api);
    const waiting = api.get(path(id));
    await waitUntilWaiting(id);
    await api.post(`/v1/interactions/${id}/withdraw`, undefined);
    const { body } = await waiting;
    expect(body.interaction).toEqual({ id, revision: 1, state: "withdrawn" });
  });

  it("says that nothing came when the time is over", async () => {
    const { id } = await ask(api);
    const started = performance.now();
    const { status, body } = await api.get(path(id, "?wait_ms=300"));
    expect(elapsed(started)).toBeGreaterThan(290);
    expect(elapsed(started)).toBeLessThan(3_000);
    expect(status).toBe(200);
    expect(body.interaction).toEqual({ id, revision: 1, state: "waiting" });
  });

  it("does not wait for wait_ms=0, nor on a lapsed link", async () => {
    const { id } = await ask(api, { expires_in: 60 });
    const started = performance.now();
    expect((await api.get(path(id, "?wait_ms=0"))).body.interaction.state).toBe("waiting");
    await age(sql, id, 90_000);
    expect((await api.get(path(id))).body.interaction).toEqual({ id, revision: 1, state: "waiting" });
    expect(elapsed(started)).toBeLessThan(3_000);
  });

  it("ends a wait when the link lapses under it", async () => {
    const { id } = await ask(api, { expires_in: 60 });
    await age(sql, id, 59_000);
    const { body } = await api.get(path(id));
    expect(body.interaction.state).toBe("waiting");
  });

  it("lets a hundred wait on one interaction and wakes them all", async () => {
    const { id } = await ask(api);
    const waiting = Array.from({ length: 100 }, () => api.get(path(id)));
    await waitUntilWaiting(id);
    await api.post(`/v1/interactions/${id}/withdraw`, undefined);
    const states = (await Promise.all(waiting)).map(({ body }) => body.interaction.state);
    expect(new Set(states)).toEqual(new Set(["withdrawn"]));
  });

  it("lets a caller hang up, and the next one wait", async () => {
    const { id, humanUrl } = await ask(api);
    const hangUp = new AbortController();
    const gone = api.get(path(id), { signal: hangUp.signal }).catch((error: unknown) => error);
    await waitUntilWaiting(id);
    hangUp.abort();
    await gone;
    await new Person(humanUrl).answer("stop");
    const { body } = await api.get(path(id));
    expect(body.interaction).toMatchObject({
      state: "answered",
      response: { actionId: "stop", values: {}, changed: [] },
    });
  });

  it("does not take an answer as picked up by a caller who hung up before it came", async () => {
    const { id, humanUrl } = await ask(api);
    const hangUp = new AbortController();
    const gone = api.get(path(id), { signal: hangUp.signal }).catch((error: unknown) => error);
    await waitUntilWaiting(id);
    hangUp.abort();
    await gone;
    await new Person(humanUrl).answer("stop");
    const [row] = await sql`select picked_up_at from interactions where id = ${id}`;
    expect(row?.["picked_up_at"]).toBeNull();
    await api.get(path(id));
    const { body } = await api.get(`/v1/interactions/${id}`);
    expect(body.interaction.pickedUpAt).toEqual(expect.any(String));
  });

  it("marks as picked up what a GET of the interaction was sent, and not what a HEAD asked for", async () => {
    const { id, humanUrl } = await ask(api);
    await new Person(humanUrl).answer("stop");
    for (const url of [path(id), `/v1/interactions/${id}`]) {
      expect((await api.call("HEAD", url)).status).toBe(405);
    }
    const [before] = await sql`select picked_up_at from interactions where id = ${id}`;
    expect(before?.["picked_up_at"]).toBeNull();
    const { body } = await api.get(`/v1/interactions/${id}`);
    expect(body.interaction).toMatchObject({ state: "answered", pickedUpAt: expect.any(String) });
  });
});

describe("how soon", () => {
  it("wakes of the answer before anybody who asks again and again would have asked often", async () => {
    const { id, humanUrl } = await ask(api);
    const person = new Person(humanUrl);
    const { nonce } = await person.open();
    let isWoken = false;
    const waiting = api.get(path(id)).finally(() => (isWoken = true));
    await waitUntilWaiting(id);
    await person.press(nonce ?? "", "approve", { message: "Hello" });
    let asked = 0;
    for (; !isWoken; asked += 1) await api.get(path(id));
    expect((await waiting).body.interaction.state).toBe("answered");
    // A busy machine is slower to ask, too. Somebody who looked once a second could have asked some hundred times.
    expect(asked).toBeLessThan(50);
  });
});

describe("how to ask for the wait", () => {
  it.each([
    ["wait_ms=45001", { field: "/wait_ms", limit: 45_000 }],
    ["wait_ms=-1", { field: "/wait_ms" }],
    ["wait_ms=1.5", { field: "/wait_ms" }],
    ["wait_ms=1e3", { field: "/wait_ms" }],
    ["wait_ms=", { field: "/wait_ms" }],
    ["revision=0", { field: "/revision" }],
    ["revision=2", { field: "/revision", limit: 1 }],
    ["revision=first", { field: "/revision" }],
    ["waitMs=0", { field: "/waitMs" }],
  ])("refuses %s", async (query, expected) => {
    const { id } = await ask(api);
    const { status, body } = await api.get(path(id, `?${query}`));
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_arguments", ...expected });
  });

  it("takes the current revision, and 45,000 ms on an answered one", async () => {
    const { id } = await ask(api);
    expect((await api.get(path(id, "?revision=1&wait_ms=0"))).status).toBe(200);
    await api.post(`/v1/interactions/${id}/withdraw`, undefined);
    expect((await api.get(path(id, "?revision=1&wait_ms=45000"))).status).toBe(200);
  });
});

/**
 * The server holds the wait once it has read the interaction and found nothing; a second reader that comes after it
 * and is answered proves that the first is past its own read.
 */
async function waitUntilWaiting(id: string): Promise<void> {
  for (let n = 0; n < 3; n++) await api.get(path(id, "?wait_ms=1"));
}
