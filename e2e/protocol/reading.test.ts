import { Agent } from "@/e2e/support/agent";
import { insertWorkspace } from "@/e2e/support/keys";
import { openMount } from "@/e2e/support/mount";
import { ask, question } from "@/e2e/support/questions";
import { age } from "@/e2e/support/rows";
import { describe, expect, it } from "vitest";

const { api, sql } = await openMount();

describe("reading one", () => {
  it("shows the surface with everything said that was left out", async () => {
    const { id, expiresAt } = await ask(api);
    const { status, body, headers } = await api.get(`/v1/interactions/${id}`);
    expect(status).toBe(200);
    expect(headers.get("etag")).toBe('"1"');
    expect(body.interaction).toMatchObject({ id, revision: 1, state: "waiting", expiresAt, answers: [] });
    expect(body.interaction.surface.source.components[0].required).toBe(true);
    expect(body.interaction.surface.actions.map(({ intent }: { intent: string }) => intent)).toEqual([
      "approve",
      "reject",
    ]);
  });

  it.each(["int_doesnotexist00", "nothing", "int_%00aaaaaaaa", "..%2f..%2fetc", "int_" + "a".repeat(500)])(
    "does not know %s",
    async (id) => {
      for (const path of [`/v1/interactions/${id}`, `/v1/interactions/${id}/response?wait_ms=0`]) {
        const { status, body } = await api.get(path);
        expect(status, path).toBe(404);
        expect(body.error).toMatchObject({ code: "not_found", retryable: false });
      }
    },
  );

  it("does not know another workspace's", async () => {
    const other = await insertWorkspace(sql);
    const { id } = await ask(api);
    const asOther = { key: other.key, headers: { "if-match": '"1"' } };
    const replies = await Promise.all([
      api.get(`/v1/interactions/${id}`, asOther),
      api.get(`/v1/interactions/${id}/response?wait_ms=0`, asOther),
      api.post(`/v1/interactions/${id}/withdraw`, undefined, asOther),
      api.post(`/v1/interactions/${id}/complete`, { response_event_id: "evt_aaaaaaaa" }, asOther),
      api.post(
        `/v1/interactions/${id}/revisions`,
        { response_event_id: "evt_aaaaaaaa", interaction: question() },
        asOther,
      ),
    ]);
    for (const reply of replies) {
      expect(reply.status).toBe(404);
      expect(reply.body.error.code).toBe("not_found");
      expect(reply.headers.get("sess-workspace-id")).toBe(other.workspaceId);
    }
    expect((await api.get(`/v1/interactions/${id}`)).body.interaction.state).toBe("waiting");
  });
});

describe("listing", () => {
  it("pages newest first, each once, in a workspace of its own", async () => {
    const { key } = await insertWorkspace(sql);
    const made: string[] = [];
    for (let n = 0; n < 7; n++) made.push((await ask(api, {}, { key })).id);
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const after: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const { status, body } = await api.get(`/v1/interactions?limit=3${after}`, { key });
      expect(status).toBe(200);
      expect(body.interactions.length).toBeLessThanOrEqual(3);
      seen.push(...body.interactions.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(made.toReversed());
  });

  it("pages through many of the same moment", async () => {
    const { key, workspaceId } = await insertWorkspace(sql);
    const made = await Promise.all(Array.from({ length: 9 }, () => ask(api, {}, { key })));
    await sql`
      update interactions set created_at = t.at, expires_at = t.at + interval '1 day', horizon = t.at + interval '1 day'
      from (select date_trunc('milliseconds', now()) as at) t where workspace_id = ${workspaceId}`;
    const first = await api.get("/v1/interactions?limit=4", { key });
    const second = await api.get(`/v1/interactions?limit=5&cursor=${first.body.next_cursor}`, { key });
    const ids = [...first.body.interactions, ...second.body.interactions].map(({ id }: { id: string }) => id);
    expect(new Set(ids)).toEqual(new Set(made.map(({ id }) => id)));
    expect(ids).toHaveLength(9);
    expect(second.body.next_cursor).toBeNull();
  });

  it("keeps to a state", async () => {
    const { key } = await insertWorkspace(sql);
    const [open, lapsed, expired, withdrawn] = await Promise.all([
      ask(api, {}, { key }),
      ask(api, { expires_in: 60 }, { key }),
      ask(api, { expires_in: 60 }, { key }),
      ask(api, {}, { key }),
    ]);
    await age(sql, lapsed.id, 90_000);
    await age(sql, expired.id, 3_600_000);
    await api.post(`/v1/interactions/${withdrawn.id}/withdraw`, undefined, { key });
    const listed = async (state: string) => {
      const { body } = await api.get(`/v1/interactions?state=${state}`, { key });
      return body.interactions.map(({ id }: { id: string }) => id).toSorted();
    };
    expect(await listed("waiting")).toEqual([open.id, lapsed.id].toSorted());
    expect(await listed("expired")).toEqual([expired.id]);
    expect(await listed("withdrawn")).toEqual([withdrawn.id]);
    expect(await listed("answered")).toEqual([]);
    expect(await listed("completed")).toEqual([]);
    const { body } = await api.get("/v1/interactions", { key });
    const marked = body.interactions.filter((entry: { lapsed?: boolean }) => entry.lapsed === true);
    expect(marked.map(({ id }: { id: string }) => id)).toEqual([lapsed.id]);
  });

  it("tells what is answered from what is completed", async () => {
    const agent = new Agent(api);
    const [answered, completed] = await Promise.all([agent.answered(), agent.answered()]);
    await agent.complete(completed.id, completed.eventId);
    const isListed = async (state: string, id: string) => {
      const { body } = await api.get(`/v1/interactions?state=${state}&limit=100`);
      return body.interactions.some((entry: { id: string }) => entry.id === id);
    };
    expect(await isListed("answered", answered.id)).toBe(true);
    expect(await isListed("answered", completed.id)).toBe(false);
    expect(await isListed("completed", answered.id)).toBe(false);
    expect(await isListed("completed", completed.id)).toBe(true);
  });

  it.each([
    ["limit=0", { field: "/limit" }],
    ["limit=101", { field: "/limit", limit: 100 }],
    ["limit=ten", { field: "/limit" }],
    ["state=open", { field: "/state" }],
    ["cursor=nonsense", { field: "/cursor" }],
    ["cursor=%00", { field: "/cursor" }],
    ["colour=red", { field: "/colour" }],
    ["limit=1&limit=2", { field: "/limit" }],
    ["constructor=1", { field: "/constructor" }],
  ])("refuses %s", async (query, expected) => {
    const { status, body } = await api.get(`/v1/interactions?${query}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_arguments", ...expected });
  });
});
