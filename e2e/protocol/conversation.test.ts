import type { Reply } from "@/e2e/support/api";
import { openMount } from "@/e2e/support/mount";
import { Person } from "@/e2e/support/person";
import { ask, question, type Asked } from "@/e2e/support/questions";
import { age } from "@/e2e/support/rows";
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";

const { api, sql } = await openMount();

interface Conversation extends Asked {
  eventId: string;
  person: Person;
}

/** An interaction whose first revision was answered. */
async function answered(body: Record<string, unknown> = {}): Promise<Conversation> {
  const asked = await ask(api, body);
  const person = new Person(asked.humanUrl);
  await person.answer("approve", { message: "Hello" });
  return { ...asked, person, eventId: await eventOf(asked.id) };
}

async function eventOf(id: string): Promise<string> {
  const { body } = await api.get(`/v1/interactions/${id}/response?wait_ms=0`);
  return body.interaction.response.eventId;
}

interface Headers {
  ifMatch?: string | null;
  key?: string;
}

const withHeaders = ({ ifMatch = '"1"', key }: Headers) => ({
  headers: {
    ...(ifMatch === null ? {} : { "if-match": ifMatch }),
    ...(key === undefined ? {} : { "idempotency-key": key }),
  },
});

const followUp = question({ title: "And now?" });

function publish(id: string, eventId: string, headers: Headers = {}, interaction = followUp): Promise<Reply> {
  const body = { response_event_id: eventId, interaction };
  return api.post(`/v1/interactions/${id}/revisions`, body, withHeaders(headers));
}

function complete(id: string, eventId: string, headers: Headers = {}): Promise<Reply> {
  return api.post(`/v1/interactions/${id}/complete`, { response_event_id: eventId }, withHeaders(headers));
}

const withdraw = (id: string) => api.post(`/v1/interactions/${id}/withdraw`, undefined);

describe.concurrent("a conversation", () => {
  it("goes from question to follow-up to completion", async () => {
    const { id, eventId, person, expiresAt } = await answered();
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
    const { id, eventId } = await answered();
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
    const { id, eventId } = await answered();
    const replies = await Promise.all(Array.from({ length: 10 }, () => publish(id, eventId)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of replies.filter((reply) => reply.status !== 201)) {
      expect([status, body.error.code]).toEqual([412, "revision_mismatch"]);
    }
  });

  it("completes again with the same answer", async () => {
    const { id, eventId } = await answered();
    const key = randomUUID();
    const first = await complete(id, eventId, { key });
    expect((await complete(id, eventId, { key })).body).toEqual(first.body);
    expect((await complete(id, eventId)).body).toEqual(first.body);
    const published = await publish(id, eventId);
    expect(published.status).toBe(409);
    expect(published.body.error.code).toBe("invalid_state");
  });

  it("completes an answer long after its link has closed", async () => {
    const { id, eventId } = await answered();
    await age(sql, id, 40 * 86_400_000);
    expect((await publish(id, eventId)).body.error.code).toBe("invalid_state");
    expect((await complete(id, eventId)).status).toBe(200);
  });

  it("knows the key of one call from the same key of another", async () => {
    const { id, eventId } = await answered();
    const key = randomUUID();
    await publish(id, eventId, { key });
    const { status, body } = await complete(id, eventId, { key });
    expect([status, body.error.code]).toEqual([422, "idempotency_mismatch"]);
  });

  it("refuses to go on from another answer or another revision", async () => {
    const { id, eventId } = await answered();
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

describe.concurrent("what may not be done to an open or a closed question", () => {
  it("publishes and completes nothing before there is an answer", async () => {
    const { id } = await ask(api);
    for (const step of [publish, complete]) {
      const { status, body } = await step(id, "evt_aaaaaaaaaaaa");
      expect(status).toBe(409);
      expect(body.error).toMatchObject({ code: "invalid_state", retryable: false });
    }
  });

  it("withdraws an open one, again and again, and then nothing else", async () => {
    const { id } = await ask(api);
    const first = await withdraw(id);
    expect(first.status).toBe(200);
    expect(first.body.interaction).toMatchObject({ id, revision: 1, state: "withdrawn" });
    expect((await withdraw(id)).body).toEqual(first.body);
    const { body } = await api.get(`/v1/interactions/${id}`);
    expect(body.interaction).toMatchObject({ state: "withdrawn", answers: [] });
    expect(body.interaction.withdrawnAt).toBe(first.body.interaction.withdrawnAt);
    expect((await complete(id, "evt_aaaaaaaaaaaa")).body.error.code).toBe("invalid_state");
  });

  it("withdraws a lapsed one, an expired one not", async () => {
    const [lapsed, expired] = await Promise.all([ask(api, { expires_in: 60 }), ask(api, { expires_in: 60 })]);
    await age(sql, lapsed.id, 90_000);
    await age(sql, expired.id, 3_600_000);
    expect((await withdraw(lapsed.id)).status).toBe(200);
    const { status, body } = await withdraw(expired.id);
    expect([status, body.error.code]).toEqual([409, "invalid_state"]);
  });

  it("withdraws no answer", async () => {
    const { id } = await answered();
    const { status, body } = await withdraw(id);
    expect([status, body.error.code]).toEqual([409, "invalid_state"]);
  });

  it("takes an empty object with a withdrawal, and nothing in it", async () => {
    const { id } = await ask(api);
    const refused = await api.post(`/v1/interactions/${id}/withdraw`, { reason: "x" });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({ code: "invalid_arguments", field: "/reason" });
    expect((await api.post(`/v1/interactions/${id}/withdraw`, {})).status).toBe(200);
  });
});

describe("how publish and complete must be asked", () => {
  it.each([
    [null, 428, "precondition_required"],
    ["", 428, "precondition_required"],
    ["1", 400, "invalid_arguments"],
    ["*", 400, "invalid_arguments"],
    ['W/"1"', 400, "invalid_arguments"],
    ['"1", "2"', 400, "invalid_arguments"],
    ['"0"', 400, "invalid_arguments"],
  ])("If-Match %j is %d %s", async (ifMatch, status, code) => {
    const { id } = await ask(api);
    for (const step of [publish, complete]) {
      const reply = await step(id, "evt_aaaaaaaaaaaa", { ifMatch });
      expect([reply.status, reply.body.error.code]).toEqual([status, code]);
    }
  });

  it.each([
    ["complete", {}, "/response_event_id"],
    ["complete", { response_event_id: 1 }, "/response_event_id"],
    ["complete", { response_event_id: "evt_aaaaaaaa", interaction: question() }, "/interaction"],
    ["revisions", { response_event_id: "evt_aaaaaaaa" }, "/interaction"],
    ["revisions", { response_event_id: "evt_aaaaaaaa", interaction: question(), expires_in: 60 }, "/expires_in"],
    ["revisions", { response_event_id: "evt_aaaaaaaa", interaction: question({ x: 1 }) }, "/interaction/x"],
    ["revisions", { response_event_id: "evt\u0000aaaaaaa", interaction: question() }, "/response_event_id"],
  ])("%s with %j", async (step, sent, field) => {
    const { id } = await ask(api);
    const { status, body } = await api.post(`/v1/interactions/${id}/${step}`, sent, withHeaders({}));
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_arguments", field });
  });
});
