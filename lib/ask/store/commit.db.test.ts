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
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const completed = { event: { type: "completed" as const }, validUntil: null };

async function openAnswered() {
  const loaded = await open(world);
  await world.store.commit(answerCommit(loaded));
  return load(world, loaded.state.id);
}

/** The decision with another end of its validity. */
function until(commit: ReturnType<typeof answerCommit>, validUntil: number) {
  return { ...commit, decision: { ...commit.decision, validUntil } };
}

describe("the database's clock", () => {
  test("a decision counts before its end and not at it", async () => {
    const loaded = await open(world);
    expect(await world.store.commit(until(answerCommit(loaded), loaded.now))).toEqual({ outcome: "stale" });
    expect(await world.store.commit(until(answerCommit(loaded), loaded.now + 60_000))).toMatchObject({
      outcome: "committed",
    });
  });

  test("waiting for a lock does not carry an answer past its deadline", async () => {
    const loaded = await open(world);
    const holder = world.another();
    let outcome: Promise<unknown> = Promise.resolve();
    await holder.sql.begin(async (lock) => {
      await lock`select from interactions where id = ${loaded.state.id} for update`;
      outcome = world.store.commit(until(answerCommit(loaded), loaded.now + 400));
      await someoneWaits({ ...world, sql: holder.sql });
      await lock`select pg_sleep(0.5)`;
    });
    expect(await outcome).toEqual({ outcome: "stale" });
    expect((await load(world, loaded.state.id)).answers).toEqual([]);
  });

  test("an extension is kept to the millisecond", async () => {
    const loaded = await open(world, { lifetimeMs: 3_600_000 });
    const extended = { type: "extended" as const, until: loaded.state.expiresAt + 1_234_567 };
    await world.store.commit({ ...answerCommit(loaded), decision: { event: extended, validUntil: null } });
    expect((await load(world, loaded.state.id)).state.extendedUntil).toBe(extended.until);
  });
});

describe("idempotency", () => {
  test("twins at the same version: one commits, the others learn what it did", async () => {
    const loaded = await openAnswered();
    const key = idempotency("publish");
    const other = world.another();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? world : other).store.commit(publishCommit(loaded, "Next?", { idempotency: key })),
      ),
    );
    const repeated = outcomes.filter((each) => each.outcome === "repeated");
    expect(outcomes.filter((each) => each.outcome === "committed")).toHaveLength(1);
    expect(repeated).toHaveLength(9);
    expect(repeated[0]).toMatchObject({
      earlier: { requestSha256: key.requestSha256, interactionId: loaded.state.id, revision: 2 },
    });
    expect((await load(world, loaded.state.id)).state.revision).toBe(2);
  });

  test("a key that another request used changes nothing", async () => {
    const key = idempotency("shared");
    const [one, other] = [await openAnswered(), await openAnswered()];
    await world.store.commit({ ...answerCommit(one), decision: completed, idempotency: key });
    const outcome = await world.store.commit(publishCommit(other, "Next?", { idempotency: key }));
    expect(outcome).toMatchObject({ outcome: "repeated", earlier: { interactionId: one.state.id, revision: 1 } });
    expect((await load(world, other.state.id)).state).toEqual(other.state);
  });

  test("two requests that share a key and a batch: one is done, the other learns of it", async () => {
    const key = idempotency("same batch");
    const loaded = [await openAnswered(), await openAnswered()];
    const outcomes = await Promise.all(
      loaded.map((each) => world.store.commit({ ...answerCommit(each), decision: completed, idempotency: key })),
    );
    expect(outcomes.map((each) => each.outcome).sort()).toEqual(["committed", "repeated"]);
    const ends = await Promise.all(loaded.map(async (each) => (await load(world, each.state.id)).state.completedAt));
    expect(ends.filter((end) => end !== null)).toHaveLength(1);
  });

  test("a decision that came too late does not use up its key", async () => {
    const loaded = await openAnswered();
    const key = idempotency("too late");
    const late = publishCommit(loaded, "Next?", { idempotency: key });
    expect(await world.store.commit(until(late, loaded.now))).toEqual({ outcome: "stale" });
    expect(await world.store.findEarlier(world.workspaceId, key.keySha256)).toBeNull();
  });
});

describe("a limit of open links", () => {
  const within = async (maxOpen: number) => {
    const own = await openWorld();
    const loaded = await open(own);
    await own.store.commit(answerCommit(loaded));
    const answered = await load(own, loaded.state.id);
    return { own, answered, publish: () => own.store.commit(publishCommit(answered, "Next?", { maxOpen })) };
  };

  test("keeps an answered link from opening again while others fill it", async () => {
    const { own, answered, publish } = await within(1);
    const other = await open(own);
    expect(await publish()).toEqual({ outcome: "plan_limit", limit: 1 });
    expect((await load(own, answered.state.id)).state).toEqual(answered.state);
    await own.store.commit(answerCommit(other));
    expect(await publish()).toMatchObject({ outcome: "committed" });
    await own.close();
  });

  test("holds against publishes and creates that come at once", async () => {
    const { own, publish } = await within(3);
    const rows = Array.from({ length: 8 }, () => newInteraction(own));
    const creates = rows.map((row) => own.store.create(row, { maxOpen: 3 }));
    const outcomes = await Promise.all([publish(), ...creates]);
    const opened = outcomes.filter(({ outcome }) => outcome === "committed" || outcome === "created");
    expect(opened).toHaveLength(3);
    await own.close();
  });
});

test("two decisions on the same version in one turn: one commits, one is stale", async () => {
  const loaded = await openAnswered();
  const pickUp = { event: { type: "picked_up" as const }, validUntil: null };
  const outcomes = await Promise.all(
    [completed, pickUp].map((decision) => world.store.commit({ ...answerCommit(loaded), decision })),
  );
  expect(outcomes.map((each) => each.outcome)).toEqual(["committed", "stale"]);
});

test("a decision that the tables refuse fails alone and leaves nothing", async () => {
  const [sound, unsound] = [await openAnswered(), await open(world)];
  const results = await Promise.allSettled(
    [sound, unsound].map((each) => world.store.commit({ ...answerCommit(each), decision: completed })),
  );
  expect(results.map((each) => each.status)).toEqual(["fulfilled", "rejected"]);
  expect((await load(world, unsound.state.id)).state).toEqual(unsound.state);
});
