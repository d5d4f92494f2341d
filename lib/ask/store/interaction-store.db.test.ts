import {
  answerCommit,
  load,
  newInteraction,
  open,
  openWorld,
  publishCommit,
  sha256,
  surfaceOf,
  type World,
} from "@/lib/ask/store/testing/world";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe("create and load", () => {
  test("what was created is what is loaded, by id and by link", async () => {
    const row = newInteraction(world);
    const created = await world.store.create(row, { maxOpen: null });
    const loaded = await load(world, row.id);
    expect(created).toEqual({
      outcome: "created",
      createdAt: loaded.state.createdAt,
      expiresAt: loaded.state.expiresAt,
    });
    expect(loaded.state).toEqual({
      id: row.id,
      workspaceId: world.workspaceId,
      version: 1,
      createdAt: expect.any(Number),
      lifetimeMs: row.lifetimeMs,
      expiresAt: loaded.state.createdAt + row.lifetimeMs,
      extendedUntil: null,
      revision: 1,
      surface: row.surface,
      surfaceSha256: row.surfaceSha256,
      publishedAt: loaded.state.createdAt,
      answer: null,
      pickedUpAt: null,
      completedAt: null,
      withdrawnAt: null,
    });
    expect(Number.isInteger(loaded.now)).toBe(true);
    const byLink = await world.store.loadByLink(row.linkSha256);
    expect(byLink?.state).toEqual(loaded.state);
    expect(byLink).toMatchObject({ workspaceName: "Acme", agentName: "Deploy bot", answers: [], earlier: [] });
  });

  test("a surface keeps the order of its keys", async () => {
    const { mode, title, actions } = surfaceOf("Ship it?");
    const fields = { Version: "2", Changes: "3", Tests: "green" };
    const source = { kind: "sess_surface" as const, components: [{ type: "record" as const, fields }] };
    const surface = { mode, title, source, actions };
    const row = newInteraction(world, { surface, surfaceText: JSON.stringify(surface) });
    await world.store.create(row, { maxOpen: null });
    expect(JSON.stringify((await load(world, row.id)).state.surface)).toBe(row.surfaceText);
    expect(JSON.stringify((await world.store.loadById(world.workspaceId, row.id))?.state.surface)).toBe(
      row.surfaceText,
    );
  });

  test("another workspace, an unknown id and an unknown link find nothing", async () => {
    const { state } = await open(world);
    expect(await world.store.loadById("ws_other", state.id)).toBeNull();
    expect(await world.store.loadById(world.workspaceId, "int_unknown")).toBeNull();
    expect(await world.store.loadByLink(sha256("nobody"))).toBeNull();
  });

  test("one item that the database refuses fails alone", async () => {
    const rows = [newInteraction(world), newInteraction(world), newInteraction(world)];
    rows[1]!.surfaceText = "\u0000";
    const results = await Promise.allSettled(rows.map((row) => world.store.create(row, { maxOpen: null })));
    expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await world.store.loadById(world.workspaceId, rows[1]!.id)).toBeNull();
  });
});

describe("a life", () => {
  test("answered, picked up, published, answered, completed", async () => {
    const first = await open(world);
    const id = first.state.id;
    const answer = answerCommit(first);
    expect(await world.store.commit(answer)).toMatchObject({ outcome: "committed" });

    const answered = await load(world, id);
    expect(answered.state).toMatchObject({ version: 2, revision: 1 });
    expect(answered.state.answer).toEqual(answer.decision.event.type === "answered" && answer.decision.event.answer);

    await world.store.commit({
      ...answer,
      state: answered.state,
      decision: { event: { type: "picked_up" }, validUntil: null },
    });
    const picked = await load(world, id);
    expect(picked.state.pickedUpAt).toBeGreaterThanOrEqual(first.state.createdAt);

    await world.store.commit(publishCommit(picked, "And now?"));
    const published = await load(world, id);
    expect(published.state).toMatchObject({
      revision: 2,
      answer: null,
      pickedUpAt: null,
      surface: { title: "And now?" },
    });
    expect(published.answers).toHaveLength(1);
    expect(published.earlier).toMatchObject([{ revision: 1, title: "Ship it?", actionLabel: "Ship" }]);

    await world.store.commit(answerCommit(published));
    const again = await load(world, id);
    expect(again.answers.map((each) => each.revision)).toEqual([1, 2]);
    expect(await world.store.answersBefore(id, 2)).toEqual([answered.state.answer]);
    const completed = await world.store.commit({
      ...answer,
      state: again.state,
      decision: { event: { type: "completed" }, validUntil: null },
    });
    const end = await load(world, id);
    expect(completed).toEqual({ outcome: "committed", now: end.state.completedAt });

    const audit =
      await world.sql`select type, version, revision, actor_kind from audit_events where subject_id = ${id} order by id`;
    expect(audit.map((row) => `${row.type} ${row.version} ${row.revision} ${row.actor_kind}`)).toEqual([
      "interaction.created 1 1 key",
      "interaction.answered 2 1 person",
      "interaction.picked_up 3 1 person",
      "interaction.published 4 2 person",
      "interaction.answered 5 2 person",
      "interaction.completed 6 2 person",
    ]);
  });

  test("of a hundred parallel answers exactly one is accepted", async () => {
    const loaded = await open(world);
    const other = world.another();
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 ? other.store : world.store).commit(answerCommit(loaded))),
    );
    expect(outcomes.filter((each) => each.outcome === "committed")).toHaveLength(1);
    expect(outcomes.filter((each) => each.outcome === "stale")).toHaveLength(99);
    expect((await load(world, loaded.state.id)).answers).toHaveLength(1);
  });
});
