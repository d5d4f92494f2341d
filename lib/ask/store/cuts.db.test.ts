import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase, type DatabaseClient } from "@/db/client";
import { STUCK_MS } from "@/db/lanes";
import type { InteractionStore } from "@/lib/ask/ports";
import { createInteractionStore } from "@/lib/ask/store/interaction-store";
import { type CuttingProxy, openCuttingProxy } from "@/lib/ask/store/testing/cutting-proxy";
import {
  answerCommit,
  idempotency,
  load,
  newInteraction,
  open,
  openWorld,
  publishCommit,
  someoneWaits,
  type World,
} from "@/lib/ask/store/testing/world";
import { isProtocolError } from "@sess.si/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let world: World;
let proxy: CuttingProxy;
let client: DatabaseClient;
let store: InteractionStore;

beforeAll(async () => {
  world = await openWorld();
  proxy = await openCuttingProxy(world.url);
  client = connectDatabase(proxy.url, { max: 1 });
  store = createInteractionStore(client);
});
afterAll(async () => {
  await client.close();
  await proxy.close();
  await world.close();
});

/** A statement is only one round trip once its connection knows it. */
async function warmUp(): Promise<void> {
  const row = newInteraction(world);
  await store.create(row, { maxOpen: null });
  const loaded = await load({ store }, row.id);
  await store.commit(answerCommit(loaded));
}

async function cut(moment: "before" | "reply_lost"): Promise<void> {
  await warmUp();
  proxy.cuts = 0;
  proxy.cutNext(moment);
}

const count = async (table: string, column: string, id: string, sql = world.sql) => {
  const [row] = await sql.unsafe<{ n: number }[]>(`select count(*)::int as n from ${table} where ${column} = $1`, [id]);
  return row?.n;
};

describe.each(["before", "reply_lost"] as const)("a wire cut, %s", (moment) => {
  test("a create is made once, and its caller told so", async () => {
    const row = newInteraction(world);
    await cut(moment);
    expect(await store.create(row, { maxOpen: null })).toMatchObject({ outcome: "created" });
    expect(proxy.cuts).toBe(1);
    expect(await count("interactions", "id", row.id)).toBe(1);
    expect(await count("audit_events", "subject_id", row.id)).toBe(1);
  });

  test("a create under a key is found again as its own", async () => {
    const key = idempotency(`create ${moment}`);
    const row = newInteraction(world, { idempotency: key });
    await cut(moment);
    const outcome = await store.create(row, { maxOpen: null });
    const { expiresAt } = (await load(world, row.id)).state;
    const earlier = { requestSha256: key.requestSha256, interactionId: row.id, revision: 1, expiresAt };
    if (moment === "before") expect(outcome).toMatchObject({ outcome: "created", expiresAt });
    else expect(outcome).toEqual({ outcome: "repeated", earlier });
    expect(await store.findEarlier(world.workspaceId, key.keySha256)).toEqual(earlier);
  });

  test("a create within a limit counts itself once", async () => {
    const row = newInteraction(world);
    await cut(moment);
    expect(await store.create(row, { maxOpen: 1000 })).toMatchObject({ outcome: "created" });
    expect(await count("interactions", "id", row.id)).toBe(1);
  });

  test("an answer is accepted once; whoever loads again finds it", async () => {
    const loaded = await open(world);
    const commit = answerCommit(loaded);
    await cut(moment);
    expect(await store.commit(commit)).toMatchObject({ outcome: moment === "before" ? "committed" : "stale" });
    const { state, answers } = await load(world, loaded.state.id);
    expect(state.version).toBe(2);
    expect(answers).toEqual([commit.decision.event.type === "answered" && commit.decision.event.answer]);
  });

  test("a publish under a key is found again as its own", async () => {
    const loaded = await open(world);
    await store.commit(answerCommit(loaded));
    const key = idempotency(`publish ${moment}`);
    const commit = publishCommit(await load(world, loaded.state.id), "Next?", { idempotency: key });
    await cut(moment);
    const outcome = await store.commit(commit);
    if (moment === "before") expect(outcome).toMatchObject({ outcome: "committed" });
    else
      expect(outcome).toMatchObject({
        outcome: "repeated",
        earlier: { requestSha256: key.requestSha256, revision: 2 },
      });
    expect((await load(world, loaded.state.id)).state).toMatchObject({ revision: 2, version: 3 });
  });

  test.each([null, 1000])("a publish without a key is known again by what it published (limit %s)", async (maxOpen) => {
    const loaded = await open(world);
    await store.commit(answerCommit(loaded));
    const commit = publishCommit(await load(world, loaded.state.id), "Next?", { maxOpen });
    await cut(moment);
    expect(await store.commit(commit)).toMatchObject({ outcome: "committed", now: expect.any(Number) });
    expect(proxy.cuts).toBe(1);
    expect((await load(world, loaded.state.id)).state).toMatchObject({ revision: 2, version: 3 });
  });

  test("a publish that somebody else's overtook is stale", async () => {
    const loaded = await open(world);
    await store.commit(answerCommit(loaded));
    const answered = await load(world, loaded.state.id);
    await store.commit(publishCommit(answered, "Theirs?"));
    await cut(moment);
    expect(await store.commit(publishCommit(answered, "Ours?"))).toEqual({ outcome: "stale" });
  });
});

test("backends that are ended under load lose nothing that was acknowledged, and make nothing twice", async () => {
  const other = world.another();
  const stores = [world.store, other.store];
  const created = new Map<string, "known" | "unknown">();
  const answered = new Map<string, string>();
  let going = true;
  const worker = async (index: number) => {
    for (let round = 0; round < 15; round += 1) {
      const row = newInteraction(world, { idempotency: idempotency(`load ${index} ${round}`) });
      created.set(row.id, "unknown");
      try {
        await stores[index % 2]!.create(row, { maxOpen: null });
        created.set(row.id, "known");
        const commit = answerCommit(await load({ store: stores[index % 2]! }, row.id));
        const outcome = await stores[(index + 1) % 2]!.commit(commit);
        if (outcome.outcome === "committed" && commit.decision.event.type === "answered") {
          answered.set(row.id, commit.decision.event.answer.eventId);
        }
      } catch (error) {
        if (!isProtocolError(error) || error.code !== "unavailable") throw error;
      }
    }
  };
  const saboteur = connectDatabase(world.url, { max: 1, applicationName: "saboteur" });
  const sabotage = async () => {
    let ended = 0;
    while (going) {
      const rows = await saboteur.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'sess' and state <> 'idle'`;
      ended += rows.length;
      await saboteur.sql`select pg_sleep(0.02)`;
    }
    return ended;
  };
  const sabotaging = sabotage();
  await Promise.all(Array.from({ length: 12 }, (_, index) => worker(index))).finally(() => (going = false));
  expect(await sabotaging).toBeGreaterThan(0);

  for (const [id, knowledge] of created) {
    const rows = await count("interactions", "id", id, saboteur.sql);
    if (knowledge === "known") expect(rows).toBe(1);
    expect(await count("audit_events", "subject_id", id, saboteur.sql)).toBeLessThanOrEqual(2);
  }
  for (const [id, eventId] of answered) {
    expect((await load(world, id)).answers.map((answer) => answer.eventId)).toEqual([eventId]);
  }
  await saboteur.close();
});

test("a database that is away is `unavailable`, and may be asked again", async () => {
  const nobody = connectDatabase("postgres://postgres@127.0.0.1:1/none", { max: 1 });
  const away = createInteractionStore(nobody);
  const refused = { code: "unavailable", retryable: true };
  await expect(away.create(newInteraction(world), { maxOpen: null })).rejects.toMatchObject(refused);
  await expect(away.loadById(world.workspaceId, "int_any")).rejects.toMatchObject(refused);
  await expect(away.list({ workspaceId: "ws", phase: null, before: null, limit: 1 })).rejects.toMatchObject(refused);
  await nobody.close();
});

test("what waits for a lock lets all else pass", async () => {
  const [held, free] = [await open(world), await open(world)];
  let waiting: Promise<unknown> | undefined;
  await world.sql.begin(async (holder) => {
    await holder`select from interactions where id = ${held.state.id} for update`;
    waiting = world.store.commit(answerCommit(held));
    await someoneWaits(world);
    expect(await load(world, free.state.id)).toMatchObject({ state: { id: free.state.id } });
    await sleep(STUCK_MS);
    expect(await world.store.create(newInteraction(world), { maxOpen: null })).toMatchObject({ outcome: "created" });
  });
  await expect(waiting).resolves.toMatchObject({ outcome: "committed" });
});

test("a statement that takes too long is `unavailable`", async () => {
  const loaded = await open(world);
  const slow = connectDatabase(world.url, { settings: { statement_timeout: "200" } });
  await world.sql.begin(async (holder) => {
    await holder`select from interactions where id = ${loaded.state.id} for update`;
    const commit = createInteractionStore(slow).commit(answerCommit(loaded));
    await expect(commit).rejects.toMatchObject({ code: "unavailable" });
  });
  await slow.close();
  expect((await load(world, loaded.state.id)).state.answer).toBeNull();
});
