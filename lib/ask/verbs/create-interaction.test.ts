import { createInteraction } from "@/lib/ask/verbs/create-interaction";
import { key } from "@/lib/ask/verbs/testing/memory-app";
import { frozenApp, interaction, START } from "@/lib/ask/verbs/testing/questions";
import { refused } from "@/lib/ask/verbs/testing/refused";
import { canonicalJson } from "@sess.si/protocol";
import { describe, expect, test, vi } from "vitest";

const DAY = 86_400_000;

function opened() {
  const app = frozenApp();
  const agent = app.as(key());
  const create = (body: object, idempotencyKey?: string) => createInteraction(agent, { body, idempotencyKey });
  return { app, create };
}

test("opens a link for a day, whose secret is not stored", async () => {
  const { app, create } = opened();
  const created = await create({ interaction });
  expect(created).toEqual({
    interaction: {
      id: expect.stringMatching(/^int_/),
      revision: 1,
      state: "waiting",
      humanUrl: `https://sess.test/a/secret-of-${created.interaction.id}`,
      expiresAt: new Date(START + DAY).toISOString(),
    },
  });
  expect(JSON.stringify([...app.store.rows])).not.toContain("secret-of-");
});

test("keeps the digest of exactly the surface that is given back", async () => {
  const { app, create } = opened();
  const { id } = (await create({ interaction })).interaction;
  const { surface, surfaceSha256 } = app.store.rows.get(id)!.loaded.state;
  expect(surfaceSha256).toBe(app.ask.sha256(canonicalJson(surface)));
});

test("stores the surface as the agent ordered it", async () => {
  const { app, create } = opened();
  const rows = { Version: "2.1", Changes: "3", Tests: "green" };
  const record = { type: "record", fields: rows };
  const source = { kind: "sess_surface", components: [record] };
  const store = vi.spyOn(app.store, "create");
  await create({ interaction: { ...interaction, source } });
  const { surfaceText, surfaceSha256 } = store.mock.calls[0]![0];
  expect(surfaceText).toContain(JSON.stringify(rows));
  expect(surfaceSha256).toBe(app.ask.sha256(canonicalJson(JSON.parse(surfaceText))));
});

describe("expires_in", () => {
  test.each([
    [30, 30_000],
    [3600, 3_600_000],
    [2_592_000, 30 * DAY],
  ])("%d s", async (expires_in, lifetimeMs) => {
    const { create } = opened();
    const { expiresAt } = (await create({ interaction, expires_in })).interaction;
    expect(Date.parse(expiresAt) - START).toBe(lifetimeMs);
  });

  test.each([
    [29, 30],
    [2_592_001, 2_592_000],
  ])("%d s is refused", async (expires_in, limit) => {
    const { create } = opened();
    const error = await refused(create({ interaction, expires_in }));
    expect(error).toMatchObject({ code: "invalid_arguments", status: 400, field: "/expires_in", limit });
  });

  test.each([0, -1, 30.5, "60", null])("%j is refused", async (expires_in) => {
    const { create } = opened();
    const error = await refused(create({ interaction, expires_in }));
    expect(error).toMatchObject({ code: "invalid_arguments", field: "/expires_in" });
  });

  test("follows the plan", async () => {
    const { app, create } = opened();
    app.plan.maxLifetimeMs = 3_600_000;
    expect(await refused(create({ interaction, expires_in: 3601 }))).toMatchObject({ limit: 3600 });
    expect(Date.parse((await create({ interaction })).interaction.expiresAt) - START).toBe(3_600_000);
  });
});

test.each([
  ["an unknown property", { interaction, when: "now" }, "/when"],
  ["no interaction", {}, "/interaction"],
  ["a fault inside", { interaction: { ...interaction, title: "x".repeat(81) } }, "/interaction/title"],
])("%s is refused with its pointer", async (_, body, field) => {
  const { app, create } = opened();
  expect(await refused(create(body))).toMatchObject({ code: "invalid_arguments", field });
  expect(app.store.rows.size).toBe(0);
});

test.each([undefined, null, [], "text", 7])("a body that is %j is refused", async (body) => {
  const { app } = opened();
  expect((await refused(createInteraction(app.as(key()), { body }))).code).toBe("invalid_arguments");
});

describe("Idempotency-Key", () => {
  test("gives the first reply again, whatever order the body's keys come in", async () => {
    const { app, create } = opened();
    const first = await create({ interaction, expires_in: 60 }, "once");
    await vi.advanceTimersByTimeAsync(5000);
    expect(await create({ expires_in: 60, interaction }, "once")).toEqual(first);
    expect(app.store.rows.size).toBe(1);
  });

  test("refuses another body", async () => {
    const { create } = opened();
    await create({ interaction }, "once");
    const error = await refused(create({ interaction, expires_in: 60 }, "once"));
    expect(error).toMatchObject({ code: "idempotency_mismatch", status: 422 });
  });

  test("is each workspace's own", async () => {
    const { app, create } = opened();
    await create({ interaction }, "once");
    const other = app.as(key(["sess:ask"], "ws_other001"));
    await createInteraction(other, { body: { interaction }, idempotencyKey: "once" });
    expect(app.store.rows.size).toBe(2);
  });

  test("of 255 characters is the longest", async () => {
    const { create } = opened();
    await create({ interaction }, "k".repeat(255));
    const error = await refused(create({ interaction }, "k".repeat(256)));
    expect(error).toMatchObject({ code: "invalid_arguments", limit: 255, length: 256 });
  });

  test.each(["", " ", "a b", "a\tb", "é", "\u007f"])("%j is refused", async (idempotencyKey) => {
    const { create } = opened();
    expect((await refused(create({ interaction }, idempotencyKey))).code).toBe("invalid_arguments");
  });
});

test("the plan's number of open links is a limit", async () => {
  const { app, create } = opened();
  app.plan.maxOpen = 2;
  await create({ interaction, expires_in: 30 });
  await create({ interaction }, "once");
  expect(await refused(create({ interaction }))).toMatchObject({ code: "plan_limit_reached", status: 403, limit: 2 });
  await create({ interaction }, "once");
  await vi.advanceTimersByTimeAsync(22 * 60_000);
  await create({ interaction });
});

test("shows no link that leads nowhere when the server's secret has changed", async () => {
  const { app, create } = opened();
  const created = await create({ interaction }, "k");
  expect(await create({ interaction }, "k")).toEqual(created);
  app.ask.links = { ...app.ask.links, secretOf: (id) => `another-secret-of-${id}` };
  expect(await refused(create({ interaction }, "k"))).toMatchObject({ code: "invalid_state", status: 409 });
});
