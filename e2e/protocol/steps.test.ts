import { Agent } from "@/e2e/support/agent";
import { openMount } from "@/e2e/support/mount";
import { ask, question } from "@/e2e/support/questions";
import { age } from "@/e2e/support/rows";
import { describe, expect, it } from "vitest";

const { api, sql } = await openMount();
const agent = new Agent(api);
const { publish, complete, withdraw } = agent;

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
    const { id } = await agent.answered();
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
  it("with an event id of up to 100 characters", async () => {
    const { id } = await ask(api);
    for (const step of [publish, complete]) {
      const known = await step(id, "e".repeat(100));
      expect([known.status, known.body.error.code]).not.toContain("invalid_arguments");
      const { status, body } = await step(id, "e".repeat(101));
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ field: "/response_event_id", limit: 100, length: 101 });
    }
  });

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
    const { status, body } = await agent.step(id, step, sent);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_arguments", field });
  });
});
