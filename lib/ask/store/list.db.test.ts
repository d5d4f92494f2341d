import { phaseOf } from "@/lib/ask/core/phase";
import type { Phase } from "@/lib/ask/core/state";
import type { ListQuery } from "@/lib/ask/ports";
import { answerCommit, load, open, openWorld, type World } from "@/lib/ask/store/testing/world";
import { afterAll, beforeAll, expect, test } from "vitest";

const HOUR = 3_600_000;
let world: World;
let ids: Record<string, string>;

async function age(id: string, interval: string): Promise<void> {
  await world.sql`
    update interactions set created_at = created_at - ${interval}::interval, expires_at = expires_at - ${interval}::interval,
      horizon = horizon - ${interval}::interval where id = ${id}`;
}

async function end(id: string, type: "completed" | "withdrawn"): Promise<void> {
  const loaded = await load(world, id);
  await world.store.commit({ ...answerCommit(loaded), decision: { event: { type }, validUntil: null } });
}

beforeAll(async () => {
  world = await openWorld();
  ids = {};
  for (const name of [
    "waiting",
    "lapsed",
    "expired by time",
    "expired by the job",
    "answered",
    "completed",
    "withdrawn",
  ]) {
    const long = name.startsWith("expired");
    ids[name] = (await open(world, { lifetimeMs: long ? 25 * HOUR : HOUR })).state.id;
  }
  await age(ids["lapsed"]!, "90 minutes");
  await age(ids["expired by time"]!, "26 hours");
  await age(ids["expired by the job"]!, "27 hours");
  await world.sql`update interactions set expired_at = clock_timestamp() where id = ${ids["expired by the job"]!}`;
  for (const name of ["answered", "completed"]) await world.store.commit(answerCommit(await load(world, ids[name]!)));
  await end(ids["completed"]!, "completed");
  await end(ids["withdrawn"]!, "withdrawn");
});
afterAll(() => world.close());

const list = (change: Partial<ListQuery> = {}) =>
  world.store.list({ workspaceId: world.workspaceId, phase: null, before: null, limit: 100, ...change });

test("everything, newest first, each in the phase that the core says", async () => {
  const rows = await list();
  expect(rows.map((row) => Object.keys(ids).find((name) => ids[name] === row.id))).toEqual([
    "withdrawn",
    "completed",
    "answered",
    "waiting",
    "lapsed",
    "expired by time",
    "expired by the job",
  ]);
  for (const row of rows) {
    const { state, now } = await load(world, row.id);
    expect(row.phase).toBe(phaseOf(state, now));
    expect(row).toEqual({
      id: state.id,
      revision: 1,
      phase: row.phase,
      title: "Ship it?",
      createdAt: state.createdAt,
      expiresAt: state.expiresAt,
      extendedUntil: null,
      pickedUpAt: null,
      completedAt: state.completedAt,
    });
  }
});

test.each<[NonNullable<ListQuery["phase"]>, string[]]>([
  ["waiting", ["waiting"]],
  ["lapsed", ["lapsed"]],
  ["waiting_or_lapsed", ["waiting", "lapsed"]],
  ["expired", ["expired by time", "expired by the job"]],
  ["answered", ["answered"]],
  ["completed", ["completed"]],
  ["withdrawn", ["withdrawn"]],
])("by phase: %s", async (phase: Phase | "waiting_or_lapsed", names) => {
  expect((await list({ phase })).map((row) => row.id)).toEqual(names.map((name) => ids[name]));
});

test("pages neither repeat nor leave out, also among rows of one millisecond", async () => {
  await world.sql`insert into workspaces (id, name, plan) values ('ws_pages00001', 'Pages', 'embedded')`;
  await Promise.all(Array.from({ length: 25 }, () => open({ ...world, workspaceId: "ws_pages00001" })));
  await world.sql`update interactions set created_at = date_trunc('second', created_at) where workspace_id = 'ws_pages00001'`;
  const whole = (await list({ workspaceId: "ws_pages00001" })).map((row) => row.id);
  const paged: string[] = [];
  for (let before: ListQuery["before"] = null; ;) {
    const page = await list({ workspaceId: "ws_pages00001", before, limit: 7, phase: "waiting" });
    paged.push(...page.map((row) => row.id));
    const last = page.at(-1);
    if (!last) break;
    before = { createdAt: last.createdAt, id: last.id };
  }
  expect(new Set(whole).size).toBe(25);
  expect(paged).toEqual(whole);
});

test("another workspace sees nothing of it", async () => {
  expect(await list({ workspaceId: "ws_nobody0001" })).toEqual([]);
});
