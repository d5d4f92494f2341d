import { completeInteraction } from "@/lib/ask/verbs/complete-interaction";
import { createInteraction } from "@/lib/ask/verbs/create-interaction";
import { getInteraction } from "@/lib/ask/verbs/get-interaction";
import { listInteractions } from "@/lib/ask/verbs/list-interactions";
import { publishRevision } from "@/lib/ask/verbs/publish-revision";
import { readResponse } from "@/lib/ask/verbs/read-response";
import { key, person } from "@/lib/ask/verbs/testing/memory-app";
import { asked, interaction } from "@/lib/ask/verbs/testing/questions";
import { refused } from "@/lib/ask/verbs/testing/refused";
import { withdrawInteraction } from "@/lib/ask/verbs/withdraw-interaction";
import type { Actor } from "@/lib/actor";
import type { Ctx } from "@/lib/context";
import { describe, expect, test } from "vitest";

const follow = { ifMatch: '"1"', body: { response_event_id: "evt_00000000" } };

const ASKING: Record<string, (ctx: Ctx, id: string) => Promise<unknown>> = {
  create: (ctx) => createInteraction(ctx, { body: { interaction } }),
  publish: (ctx, id) => publishRevision(ctx, id, { ...follow, body: { ...follow.body, interaction } }),
  complete: (ctx, id) => completeInteraction(ctx, id, follow),
  withdraw: (ctx, id) => withdrawInteraction(ctx, id, {}),
};

const READING: Record<string, (ctx: Ctx, id: string) => Promise<unknown>> = {
  get: (ctx, id) => getInteraction(ctx, id),
  list: (ctx) => listInteractions(ctx, {}),
  response: (ctx, id) => readResponse(ctx, id, { wait_ms: "0" }),
};

const OTHERS: [string, Actor][] = [
  ["a key without scopes", key([])],
  ["a relay key", key(["relay"])],
  ["a person", person],
  ["a job", { kind: "system", name: "retention" }],
];

describe.each(Object.entries({ ...ASKING, ...READING }))("%s", (_, call) => {
  test.each(OTHERS)("is not for %s", async (__, actor) => {
    const { app, id } = await asked();
    expect(await refused(call(app.as(actor), id))).toMatchObject({ code: "insufficient_scope", status: 403 });
  });
});

test.each(Object.entries(ASKING))("%s is not for a key that may only read", async (_, call) => {
  const { app, id } = await asked();
  expect((await refused(call(app.as(key(["sess:read"])), id))).code).toBe("insufficient_scope");
});

test.each(Object.entries(READING))("%s is for whoever may read, or ask", async (_, call) => {
  const { app, id } = await asked();
  await call(app.as(key(["sess:read"])), id);
  await call(app.as(key(["sess:ask"])), id);
});

const ONE = Object.entries({ ...ASKING, ...READING }).filter(([name]) => name !== "create" && name !== "list");

describe.each(ONE)("%s", (_, call) => {
  test.each(["int_99999999", "int_\0", "", "../x", "INT_00000001", `int_${"a".repeat(65)}`])(
    "knows no interaction %j",
    async (id) => {
      const { agent } = await asked();
      expect(await refused(call(agent, id))).toMatchObject({ code: "not_found", status: 404 });
    },
  );

  test("knows no interaction of another workspace", async () => {
    const { app, id } = await asked();
    expect((await refused(call(app.as(key(["sess:ask"], "ws_other001")), id))).code).toBe("not_found");
  });
});

test("another workspace's interactions are not listed", async () => {
  const { app } = await asked();
  const list = await listInteractions(app.as(key(["sess:ask"], "ws_other001")), {});
  expect(list).toEqual({ interactions: [], next_cursor: null });
});
