import { Agent } from "@/e2e/support/agent";
import { openMount } from "@/e2e/support/mount";
import { ask, question, questionWith } from "@/e2e/support/questions";
import { components, EDGES, field, STRUCTURE, text, type Refusal } from "@/e2e/support/refusals";
import { describe, expect, it } from "vitest";

const { api } = await openMount();

/** Each too much by one. */
const beyond = EDGES.map(([title, limit, of, place]): Refusal => {
  const length = limit + 1;
  const pointer = typeof place === "string" ? place : place(length);
  return [title, of(length), { field: pointer, limit, length }];
});

describe("refusing at publish", async () => {
  const agent = new Agent(api);
  const { id, eventId } = await agent.answered();

  it.each([...beyond, ...STRUCTURE])("%s", async (title, interaction, expected) => {
    const beside = interaction === null ? { interaction: question(), priority: 1 } : { interaction };
    const reply = await agent.step(id, "revisions", { response_event_id: eventId, ...beside });
    expect(reply.body.error, title).toMatchObject({ code: "invalid_arguments", retryable: false, ...expected });
    expect(reply.status).toBe(400);
  });

  it("leaves the conversation where it was", async () => {
    const { body } = await api.get(`/v1/interactions/${id}`);
    expect(body.interaction).toMatchObject({ revision: 1, state: "answered" });
    expect((await agent.publish(id, eventId)).status).toBe(201);
  });
});

describe("refusing at create", () => {
  it.each([...beyond, ...STRUCTURE])("%s", async (title, interaction, expected) => {
    const body = interaction === null ? { interaction: question(), priority: 1 } : { interaction };
    const reply = await api.post("/v1/interactions", body);
    expect(reply.body.error, title).toMatchObject({ code: "invalid_arguments", retryable: false, ...expected });
    expect(reply.status).toBe(400);
  });

  it.each(EDGES)("but not what is exactly at its limit: %s", async (_title, limit, of) => {
    await ask(api, { interaction: of(limit) });
  });

  it("takes 24 fields and refuses 25", async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, n) => field({ name: `f${n}` }));
    await ask(api, { interaction: questionWith(...fields(24)) });
    const { body } = await api.post("/v1/interactions", { interaction: questionWith(...fields(25)) });
    expect(body.error).toMatchObject({ code: "invalid_arguments", field: components, limit: 24, length: 25 });
  });

  it("takes 32 KiB and refuses one byte more", async () => {
    const sized = (bytes: number) => {
      const blocks = Array.from({ length: 8 }, () => ({ type: "text", text: text(4000) }));
      const rest = bytes - JSON.stringify(questionWith(...blocks, { type: "text", text: "" })).length;
      return questionWith(...blocks, { type: "text", text: text(rest) });
    };
    await ask(api, { interaction: sized(32_768) });
    const { status, body } = await api.post("/v1/interactions", { interaction: sized(32_769) });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ field: "/interaction", limit: 32_768, length: 32_769 });
  });

  it.each([
    [29, 30],
    [0, 30],
    [-1, 30],
    [30 * 86_400 + 1, 30 * 86_400],
  ])("a lifetime of %d s", async (expiresIn, limit) => {
    const { status, body } = await api.post("/v1/interactions", { interaction: question(), expires_in: expiresIn });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_arguments", field: "/expires_in", limit });
  });

  it.each([30.5, "60", null, 1e300])("a lifetime that is no whole number: %j", async (expiresIn) => {
    const { status, body } = await api.post("/v1/interactions", { interaction: question(), expires_in: expiresIn });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_arguments", field: "/expires_in" });
  });

  it.each([[], "text", 1, null, true])("a body that is no object: %j", async (body) => {
    const reply = await api.post("/v1/interactions", body);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatchObject({ code: "invalid_arguments", field: "" });
  });
});
