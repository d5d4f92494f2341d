import type { Statements } from "@/db/lanes";
import {
  answerCommit,
  idempotency,
  open,
  openWorld,
  publishCommit,
  load,
  type World,
} from "@/lib/ask/store/testing/world";
import { afterAll, beforeAll, expect, test } from "vitest";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** All that happens to one interaction: foreign keys and the claim of a key have their plans too. */
async function oneLife(n: number): Promise<void> {
  const loaded = await open(world, { idempotency: idempotency(`plans ${n}`) });
  await world.store.commit(answerCommit(loaded));
  const answered = await load(world, loaded.state.id);
  await world.store.commit(publishCommit(answered, "And now?"));
}

async function lives(from: number, count: number): Promise<void> {
  for (let n = from; n < from + count; n += 1) await oneLife(n);
}

/** Rows that were read of our tables so far, by index and otherwise. */
async function rowsRead(): Promise<{ scanned: number; found: number }> {
  const flush = (sql: Statements) => sql.unsafe("select pg_stat_force_next_flush()", [], { prepare: true });
  const { sql, reads, writes } = world.pools;
  await Promise.all([...Array.from({ length: 10 }, () => flush(sql)), flush(reads), flush(writes)]);
  const [row] = await world.sql<{ scanned: number; found: number }[]>`
    select sum(t.seq_tup_read)::int as scanned, sum(i.idx_tup_read)::int as found
    from pg_stat_user_tables t
    join lateral (select sum(idx_tup_read) as idx_tup_read from pg_stat_user_indexes where relid = t.relid) i on true
    where t.relname in ('interactions', 'revisions', 'answers', 'idempotency_keys', 'audit_events')`;
  if (!row) throw new Error("no statistics");
  return row;
}

test("a plan that was made while the tables were small reads no more of them when they have grown", async () => {
  await lives(0, 8);
  await world.sql`analyze`;
  await lives(8, 30);
  const small = await rowsRead();
  await lives(38, 30);
  const middle = await rowsRead();
  await lives(68, 300);
  const before = await rowsRead();
  await lives(368, 30);
  const grown = await rowsRead();
  expect(grown.scanned).toBe(small.scanned);
  expect(grown.found - before.found).toBeLessThan(1.1 * (middle.found - small.found));
});
