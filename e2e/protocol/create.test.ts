import { ask, question, questionWith } from "@/e2e/support/questions";
import { openMount } from "@/e2e/support/mount";
import { describe, expect, it } from "vitest";

const { api, workspaceId } = await openMount();

const field = (parts: Record<string, unknown> = {}) => ({
  type: "field",
  name: "message",
  label: "Message",
  schema: { type: "string" },
  ...parts,
});
describe("asking", () => {
  it("gives the link, once, with the revision as ETag", async () => {
    const before = Date.now();
    const reply = await api.post("/v1/interactions", { interaction: question() });
    expect(reply.status).toBe(201);
    expect(reply.headers.get("etag")).toBe('"1"');
    expect(reply.headers.get("sess-workspace-id")).toBe(workspaceId);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    const { interaction } = reply.body;
    expect(Object.keys(interaction).toSorted()).toEqual(["expiresAt", "humanUrl", "id", "revision", "state"]);
    expect(interaction).toMatchObject({ revision: 1, state: "waiting" });
    expect(interaction.humanUrl).toMatch(/^https?:\/\/[^/]+\/a\/[A-Za-z0-9_-]{22,}$/);
    const lifetime = Date.parse(interaction.expiresAt) - before;
    expect(Math.abs(lifetime - 24 * 3_600_000)).toBeLessThan(60_000);
    const read = await api.get(`/v1/interactions/${interaction.id}`);
    expect(JSON.stringify(read.body)).not.toContain("humanUrl");
  });

  it("gives two askers of the same question two links", async () => {
    const [first, second] = await Promise.all([ask(api), ask(api)]);
    expect(first.id).not.toBe(second.id);
    expect(first.humanUrl).not.toBe(second.humanUrl);
  });

  it.each([30, 3_600, 30 * 86_400])("takes a lifetime of %d s", async (expiresIn) => {
    const before = Date.now();
    const { expiresAt } = await ask(api, { expires_in: expiresIn });
    expect(Math.abs(Date.parse(expiresAt) - before - expiresIn * 1000)).toBeLessThan(60_000);
  });

  it("keeps one model for every spelling of a choice", async () => {
    const spellings = [
      field({ schema: { type: "string", enum: ["a", "b"] }, option_labels: { a: "First", b: "Second" } }),
      field({ schema: { type: "string", enum: ["a", "b"], enumNames: ["First", "Second"] } }),
      field({
        schema: {
          type: "string",
          oneOf: [
            { const: "a", title: "First" },
            { const: "b", title: "Second" },
          ],
        },
      }),
    ];
    const read = await Promise.all(
      spellings.map(async (component) => {
        const { id } = await ask(api, { interaction: questionWith(component) });
        return (await api.get(`/v1/interactions/${id}`)).body.interaction.surface.source.components[0];
      }),
    );
    expect(read[0]).toMatchObject({ schema: { enum: ["a", "b"] }, option_labels: { a: "First", b: "Second" } });
    expect(read[1]).toEqual(read[0]);
    expect(read[2]).toEqual(read[0]);
  });
});
