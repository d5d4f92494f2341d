import { CREATE, createInput } from "@/lib/ask/store/create-statement";
import {
  answerCommit,
  idempotency,
  load,
  newInteraction,
  openWorld,
  someoneWaits,
  type World,
} from "@/lib/ask/store/testing/world";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const anyNumber = { maxOpen: null };
const howMany = async () => (await world.sql`select count(*)::int as n from interactions`)[0]?.n as number;

describe("idempotency", () => {
  test("the same key again finds the first, whatever the request", async () => {
    const row = newInteraction(world, { idempotency: idempotency("k", "one") });
    const created = await world.store.create(row, anyNumber);
    const expiresAt = created.outcome === "created" ? created.expiresAt : null;
    const earlier = {
      requestSha256: idempotency("k", "one").requestSha256,
      interactionId: row.id,
      revision: 1,
      expiresAt,
    };
    for (const request of ["one", "another"]) {
      const again = newInteraction(world, { idempotency: idempotency("k", request) });
      expect(await world.store.create(again, anyNumber)).toEqual({ outcome: "repeated", earlier });
    }
    expect(await howMany()).toBe(1);
  });

  test("of fifty twins in two processes one is created, and all learn of it", async () => {
    const other = world.another();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? world : other).store.create(
          newInteraction(world, { idempotency: idempotency("twin") }),
          anyNumber,
        ),
      ),
    );
    const repeated = outcomes.flatMap((each) => (each.outcome === "repeated" ? [each.earlier.interactionId] : []));
    expect(repeated).toHaveLength(49);
    expect(new Set(repeated).size).toBe(1);
    expect(await howMany()).toBe(1);
  });

  test.each(["commits", "gives up"])("a twin in flight is waited for: it %s", async (end) => {
    const first = newInteraction(world, { idempotency: idempotency("k") });
    const second = newInteraction(world, { idempotency: idempotency("k") });
    const other = world.another();
    let outcome: Promise<unknown> = Promise.resolve();
    const rolledBack = new Error("rolled back");
    await other.sql
      .begin(async (twin) => {
        await twin.unsafe(CREATE, [createInput([first])]);
        outcome = world.store.create(second, anyNumber);
        await someoneWaits({ ...world, sql: other.sql });
        if (end === "gives up") throw rolledBack;
      })
      .catch((error: unknown) => expect(error).toBe(rolledBack));
    if (end === "commits")
      expect(await outcome).toMatchObject({ outcome: "repeated", earlier: { interactionId: first.id } });
    else expect(await outcome).toMatchObject({ outcome: "created" });
    expect(await howMany()).toBe(1);
  });

  test("after 24 hours the key is free, also before the job has come by", async () => {
    const first = newInteraction(world, { idempotency: idempotency("k") });
    await world.store.create(first, anyNumber);
    await world.sql`update idempotency_keys set created_at = created_at - interval '23 hours 59 minutes'`;
    const early = newInteraction(world, { idempotency: idempotency("k") });
    expect(await world.store.create(early, anyNumber)).toMatchObject({ outcome: "repeated" });

    await world.sql`update idempotency_keys set created_at = created_at - interval '1 minute'`;
    expect(await world.store.findEarlier(world.workspaceId, idempotency("k").keySha256)).toBeNull();
    const second = newInteraction(world, { idempotency: idempotency("k") });
    expect(await world.store.create(second, anyNumber)).toMatchObject({ outcome: "created" });
    const earlier = await world.store.findEarlier(world.workspaceId, idempotency("k").keySha256);
    expect(earlier?.interactionId).toBe(second.id);
  });

  test("keys of another workspace are other keys", async () => {
    await world.sql`insert into workspaces (id, name, plan) values ('ws_other00001', 'Other', 'embedded')`;
    await world.store.create(newInteraction(world, { idempotency: idempotency("k") }), anyNumber);
    const theirs = newInteraction(world, { workspaceId: "ws_other00001", idempotency: idempotency("k") });
    expect(await world.store.create(theirs, anyNumber)).toMatchObject({ outcome: "created" });
  });
});

describe("a limit of open links", () => {
  test("is not overshot by parallel creates in two processes", async () => {
    const other = world.another();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? world : other).store.create(newInteraction(world), { maxOpen: 5 }),
      ),
    );
    expect(outcomes.filter((each) => each.outcome === "created")).toHaveLength(5);
    expect(outcomes.filter((each) => each.outcome === "plan_limit")).toEqual(
      Array(15).fill({ outcome: "plan_limit", limit: 5 }),
    );
    expect(await howMany()).toBe(5);
  });

  test("counts neither what is answered nor what time has ended", async () => {
    const rows = [newInteraction(world), newInteraction(world, { lifetimeMs: 30 * 24 * 3_600_000 })];
    for (const row of rows) await world.store.create(row, { maxOpen: 2 });
    expect(await world.store.create(newInteraction(world), { maxOpen: 2 })).toMatchObject({ outcome: "plan_limit" });
    await world.store.commit(answerCommit(await load(world, rows[0]!.id)));
    expect(await world.store.create(newInteraction(world), { maxOpen: 2 })).toMatchObject({ outcome: "created" });
    await world.sql`
      update interactions set created_at = created_at - interval '31 days', expires_at = expires_at - interval '31 days',
        horizon = horizon - interval '31 days' where id = ${rows[1]!.id}`;
    expect(await world.store.create(newInteraction(world), { maxOpen: 2 })).toMatchObject({ outcome: "created" });
  });

  test("does not stand before a repeat of what was created under the same key", async () => {
    const row = newInteraction(world, { idempotency: idempotency("k") });
    await world.store.create(row, { maxOpen: 1 });
    const again = newInteraction(world, { idempotency: idempotency("k") });
    expect(await world.store.create(again, { maxOpen: 1 })).toMatchObject({
      outcome: "repeated",
      earlier: { interactionId: row.id },
    });
  });
});
