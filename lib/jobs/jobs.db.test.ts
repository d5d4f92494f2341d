import { PLANS } from "@/lib/accounts/plans";
import { createSignals } from "@/lib/ask/signals";
import {
  answerCommit,
  load,
  newInteraction,
  open,
  openWorld,
  publishCommit,
  sha256,
  type World,
} from "@/lib/ask/store/testing/world";
import { deleteOldAudit, deleteOldInteractions, deleteOldKeys } from "@/lib/jobs/delete-old";
import { expireInteractions } from "@/lib/jobs/expire-interactions";
import { createJobs } from "@/lib/jobs/jobs";
import { serverSecret } from "@/lib/server-secret";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

/** Moves everything about an interaction into the past, as if it had been made that long ago. */
async function age(id: string, interval: string): Promise<void> {
  await world.sql`
    update interactions set created_at = created_at - ${interval}::interval, expires_at = expires_at - ${interval}::interval,
      horizon = horizon - ${interval}::interval, extended_until = extended_until - ${interval}::interval,
      answered_at = answered_at - ${interval}::interval, completed_at = completed_at - ${interval}::interval,
      withdrawn_at = withdrawn_at - ${interval}::interval, expired_at = expired_at - ${interval}::interval
    where id = ${id}`;
}

const ids = async () => (await world.sql<{ id: string }[]>`select id from interactions`).map((row) => row.id).sort();

describe("expiry", () => {
  test("writes down what time has ended, once, with an audit row and a wake-up", async () => {
    const due = await open(world, { lifetimeMs: 30 * 24 * 3_600_000 });
    const lapsed = await open(world, { lifetimeMs: 3_600_000 });
    const answered = await open(world);
    await world.store.commit(answerCommit(answered));
    await age(due.state.id, "31 days");
    await age(lapsed.state.id, "2 hours");
    await age(answered.state.id, "31 days");

    const signals = createSignals(world.url);
    await signals.listening;
    const woken = signals.watch(due.state.id).next(10_000, new AbortController().signal);
    expect(await expireInteractions(world.sql, 10)).toBe(1);
    expect(await woken).toBe("changed");
    await signals.close();
    expect(await expireInteractions(world.sql, 10)).toBe(0);

    const rows = await world.sql`select id, outcome, version from interactions where outcome = 'expired'`;
    expect(rows).toEqual([{ id: due.state.id, outcome: "expired", version: 2 }]);
    const audit =
      await world.sql`select type, actor_kind, actor_id, version from audit_events where subject_id = ${due.state.id} order by id`;
    expect(audit.at(-1)).toEqual({ type: "interaction.expired", actor_kind: "system", actor_id: "expiry", version: 2 });
  });

  test("after it nothing can be committed", async () => {
    const { state } = await open(world, { lifetimeMs: 30 * 24 * 3_600_000 });
    await age(state.id, "31 days");
    await expireInteractions(world.sql, 10);
    const expired = await load(world, state.id);
    expect(await world.store.commit(answerCommit(expired))).toEqual({ outcome: "stale" });
  });

  test("processes that run it at once share the work", async () => {
    const opened = await Promise.all(
      Array.from({ length: 60 }, () => open(world, { lifetimeMs: 30 * 24 * 3_600_000 })),
    );
    for (const { state } of opened) await age(state.id, "31 days");
    const other = world.another();
    const counts = await Promise.all(
      [world.sql, other.sql, world.sql, other.sql].map((sql) => expireInteractions(sql, 100)),
    );
    expect(counts.reduce((sum, count) => sum + count)).toBe(60);
    const audit = await world.sql`select count(*)::int as n from audit_events where type = 'interaction.expired'`;
    expect(audit).toEqual([{ n: 60 }]);
  });
});

describe("retention", () => {
  test("deletes what was finished before the plan's period, with all that hangs on it", async () => {
    const old = await open(world);
    await world.store.commit(answerCommit(old));
    await world.store.commit(publishCommit(await load(world, old.state.id), "More?"));
    await world.store.commit(answerCommit(await load(world, old.state.id)));
    const recent = await open(world);
    await world.store.commit(answerCommit(recent));
    const waiting = await open(world);
    await age(old.state.id, "31 days");
    await age(recent.state.id, "29 days");
    await age(waiting.state.id, "400 days");

    const month = 30 * 24 * 3_600_000;
    expect(await deleteOldInteractions(world.sql, "free", month, 10)).toBe(0);
    expect(await deleteOldInteractions(world.sql, "embedded", month, 10)).toBe(1);
    expect(await ids()).toEqual([recent.state.id, waiting.state.id].sort());
    const left =
      await world.sql`select (select count(*)::int from revisions) as revisions, (select count(*)::int from answers) as answers`;
    expect(left).toEqual([{ revisions: 2, answers: 1 }]);
  });

  test("deletes audit rows by the plan's period and idempotency keys after 24 hours", async () => {
    const idempotency = (name: string) => ({ keySha256: sha256(name), requestSha256: sha256("request") });
    await world.store.create(newInteraction(world, { idempotency: idempotency("old") }), { maxOpen: null });
    await world.sql`update audit_events set at = at - interval '91 days'`;
    await world.sql`update idempotency_keys set created_at = created_at - interval '25 hours'`;
    await world.store.create(newInteraction(world, { idempotency: idempotency("new") }), { maxOpen: null });

    expect(await deleteOldAudit(world.sql, "embedded", 90 * 24 * 3_600_000, 10)).toBe(1);
    expect(await deleteOldKeys(world.sql, 10)).toBe(1);
    expect(await world.sql`select key_sha256 from idempotency_keys`).toEqual([{ key_sha256: sha256("new") }]);
  });

  test("works through more than fits in one run, and keeps what the plan keeps", async () => {
    const opened = await Promise.all(Array.from({ length: 501 }, () => open(world)));
    await Promise.all(opened.map((each) => world.store.commit(answerCommit(each))));
    const secret = serverSecret("a secret of thirty-two characters or more");
    const retention = async (keepFinishedMs: number) => {
      const jobs = createJobs({ sql: world.sql, secret, plans: { embedded: { ...PLANS.embedded, keepFinishedMs } } });
      return jobs.find((job) => job.name === "retention")?.run();
    };
    expect(await retention(3_600_000)).toBe(false);
    expect(await ids()).toHaveLength(501);
    expect(await retention(0)).toBe(true);
    expect(await retention(0)).toBe(false);
    expect(await ids()).toEqual([]);
  });
});
