import { answerCommit, load, open, openWorld, publishCommit, type World } from "@/lib/ask/store/testing/world";
import { afterAll, beforeAll, expect, test } from "vitest";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("the surface of a revision stays what it was, whatever was asked since", async () => {
  const { state } = await open(world);
  await world.store.commit(answerCommit(await load(world, state.id)));
  await world.store.commit(publishCommit(await load(world, state.id), "Next?"));
  expect(await world.store.surfaceOf(state.id, 1)).toEqual(state.surface);
  expect(await world.store.surfaceOf(state.id, 2)).toMatchObject({ title: "Next?" });
  expect(await world.store.surfaceOf(state.id, 3)).toBeNull();
  expect(await world.store.surfaceOf("int_nothing00001", 1)).toBeNull();
});
