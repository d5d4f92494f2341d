import { ask, question } from "@/e2e/support/questions";
import { openMount } from "@/e2e/support/mount";
import { insertWorkspace } from "@/e2e/support/keys";
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";

const { api, sql } = await openMount();

const keyed = (key: string) => ({ headers: { "idempotency-key": key } });
const create = (key: string, body: unknown = { interaction: question() }) =>
  api.post("/v1/interactions", body, keyed(key));

describe("the same request again", () => {
  it("gets the first reply, link included", async () => {
    const key = randomUUID();
    const first = await create(key);
    const again = await create(key);
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("etag")).toBe('"1"');
  });

  it("is known however its body is spelled", async () => {
    const key = randomUUID();
    const first = await create(key, { interaction: question(), expires_in: 60 });
    const { mode, title, source, actions } = question();
    const again = await create(key, { expires_in: 60.0, interaction: { actions, source, title, mode } });
    expect(again.body).toEqual(first.body);
  });

  it("is refused with another body", async () => {
    const key = randomUUID();
    await create(key);
    const { status, body } = await create(key, { interaction: question({ title: "Another?" }) });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ code: "idempotency_mismatch", retryable: false });
  });

  it("makes one interaction out of twenty at once", async () => {
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 20 }, () => create(key)));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    const [first] = replies;
    for (const reply of replies) expect(reply.body).toEqual(first?.body);
    const [row] = await sql`
      select count(*)::int as count from idempotency_keys where interaction_id = ${first?.body.interaction.id}`;
    expect(row?.["count"]).toBe(1);
  });

  it("makes one interaction out of twenty at once of which half say something else", async () => {
    const key = randomUUID();
    const bodies = ["One?", "Two?"].map((title) => ({ interaction: question({ title }) }));
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => create(key, bodies[n % 2])));
    const made = replies.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.interaction.id)).size).toBe(1);
    expect(made).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(10);
  });

  it("counts keys of workspaces apart", async () => {
    const key = randomUUID();
    const other = await insertWorkspace(sql);
    const mine = await create(key);
    const theirs = await api.post("/v1/interactions", { interaction: question() }, { key: other.key, ...keyed(key) });
    expect(theirs.status).toBe(201);
    expect(theirs.body.interaction.id).not.toBe(mine.body.interaction.id);
  });

  it("may be asked anew a day later", async () => {
    const key = randomUUID();
    const first = await create(key);
    const { id } = first.body.interaction;
    await sql`update idempotency_keys set created_at = created_at - interval '25 hours' where interaction_id = ${id}`;
    const later = await create(key, { interaction: question({ title: "Another?" }) });
    expect(later.status).toBe(201);
    expect(later.body.interaction.id).not.toBe(id);
  });

  it("makes a new interaction each time without a key", async () => {
    const [first, second] = [await ask(api), await ask(api)];
    expect(first.id).not.toBe(second.id);
  });
});

describe("the key itself", () => {
  it.each([255])("may have %d characters", async (length) => {
    expect((await create("k".repeat(length - 36) + randomUUID())).status).toBe(201);
  });

  it("may not have 256", async () => {
    const { status, body } = await create("k".repeat(256));
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_arguments", limit: 255, length: 256 });
  });

  it.each(["two words", "", "ü"])("may not be %j", async (key) => {
    const { status, body } = await create(key);
    expect(status).toBe(400);
    expect(body.error.code).toBe("invalid_arguments");
  });
});
