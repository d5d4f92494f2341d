import { Agent } from "@/e2e/support/agent";
import { openMount } from "@/e2e/support/mount";
import { question } from "@/e2e/support/questions";
import { age, becomeRevision } from "@/e2e/support/rows";
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";

const { api, sql } = await openMount();
const agent = new Agent(api);
const { publish, complete } = agent;

describe.concurrent("a conversation", () => {
  it("goes from question to follow-up to completion", async () => {
    const { id, eventId, person, expiresAt } = await agent.answered();
    const published = await publish(id, eventId);
    expect(published.status).toBe(201);
    expect(published.headers.get("etag")).toBe('"2"');
    expect(published.body.interaction).toEqual({ id, revision: 2, state: "waiting", expiresAt });

    const stale = await api.get(`/v1/interactions/${id}/response?revision=1`);
    expect(stale.status).toBe(409);
    expect(stale.body.error).toMatchObject({ code: "revision_mismatch", field: "/revision" });
    expect(stale.headers.get("etag")).toBe('"2"');

    await person.answer("approve", { message: "Again" });
    const second = await api.get(`/v1/interactions/${id}/response?revision=2`);
    expect(second.body.interaction).toMatchObject({ state: "answered", response: { revision: 2 } });
    const secondEvent = second.body.interaction.response.eventId;
    expect(secondEvent).not.toBe(eventId);

    const completed = await complete(id, secondEvent, { ifMatch: '"2"' });
    expect(completed.status).toBe(200);
    expect(completed.headers.get("etag")).toBe('"2"');
    expect(completed.body.interaction).toMatchObject({ id, revision: 2, state: "completed" });

    const { body } = await api.get(`/v1/interactions/${id}`);
    expect(body.interaction).toMatchObject({ state: "completed", revision: 2, surface: { title: "And now?" } });
    expect(body.interaction.completedAt).toBe(completed.body.interaction.completedAt);
    expect(body.interaction.answers.map((answer: { revision: number }) => answer.revision)).toEqual([1, 2]);
    const last = await api.get(`/v1/interactions/${id}/response?revision=2`);
    expect(last.body.interaction).toMatchObject({ state: "completed", response: { eventId: secondEvent } });
  });

  it("publishes once for the same key, and refuses another body under it", async () => {
    const { id, eventId } = await agent.answered();
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 10 }, () => publish(id, eventId, { key })));
    for (const reply of replies) expect(reply.body).toEqual(replies[0]?.body);
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    const other = await publish(id, eventId, { key }, question({ title: "Else?" }));
    expect(other.status).toBe(422);
    expect(other.body.error.code).toBe("idempotency_mismatch");
    const { body } = await api.get(`/v1/interactions/${id}`);
    expect(body.interaction.revision).toBe(2);
  });

  it("publishes once, whoever else tries at the same moment", async () => {
    const { id, eventId } = await agent.answered();
    const replies = await Promise.all(Array.from({ length: 10 }, () => publish(id, eventId)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of replies.filter((reply) => reply.status !== 201)) {
      expect([status, body.error.code]).toEqual([412, "revision_mismatch"]);
    }
  });

  it("completes again with the same answer", async () => {
    const { id, eventId } = await agent.answered();
    const key = randomUUID();
    const first = await complete(id, eventId, { key });
    expect((await complete(id, eventId, { key })).body).toEqual(first.body);
    expect((await complete(id, eventId)).body).toEqual(first.body);
    const published = await publish(id, eventId);
    expect(published.status).toBe(409);
    expect(published.body.error.code).toBe("invalid_state");
  });

  it("completes an answer long after its link has closed", async () => {
    const { id, eventId } = await agent.answered();
    await age(sql, id, 40 * 86_400_000);
    expect((await publish(id, eventId)).body.error.code).toBe("invalid_state");
    expect((await complete(id, eventId)).status).toBe(200);
  });

  it("asks a hundred times over one link, and no more", async () => {
    const { id, eventId, person } = await agent.answered();
    await becomeRevision(sql, id, 99);
    const last = await publish(id, eventId, { ifMatch: '"99"' });
    expect([last.status, last.body.interaction.revision]).toEqual([201, 100]);
    await person.answer("approve", { message: "Again" });
    const { body } = await api.get(`/v1/interactions/${id}/response?revision=100`);
    const refused = await publish(id, body.interaction.response.eventId, { ifMatch: '"100"' });
    expect([refused.status, refused.body.error.code]).toEqual([409, "invalid_state"]);
    expect((await complete(id, body.interaction.response.eventId, { ifMatch: '"100"' })).status).toBe(200);
  });

  it("knows the key of one call from the same key of another", async () => {
    const { id, eventId } = await agent.answered();
    const key = randomUUID();
    await publish(id, eventId, { key });
    const { status, body } = await complete(id, eventId, { key });
    expect([status, body.error.code]).toEqual([422, "idempotency_mismatch"]);
  });

  it("refuses to go on from another answer or another revision", async () => {
    const { id, eventId } = await agent.answered();
    for (const step of [publish, complete]) {
      const other = await step(id, "evt_anotherevent");
      expect(other.status).toBe(409);
      expect(other.body.error).toMatchObject({ code: "response_mismatch", field: "/response_event_id" });
      const ahead = await step(id, eventId, { ifMatch: '"2"' });
      expect(ahead.status).toBe(412);
      expect(ahead.body.error.code).toBe("revision_mismatch");
      expect(ahead.headers.get("etag")).toBe('"1"');
    }
    expect((await api.get(`/v1/interactions/${id}`)).body.interaction).toMatchObject({
      revision: 1,
      state: "answered",
    });
  });
});
