import { connectDatabase } from "@/db/client";
import { startPostgres } from "@/e2e/support/postgres";
import { createSignals } from "@/lib/ask/signals";
import { WAKE_UPS } from "@/lib/ask/store/channel";
import { answerCommit, open, openWorld, type World } from "@/lib/ask/store/testing/world";
import { afterAll, beforeAll, expect, test } from "vitest";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const never = new AbortController().signal;

async function listen() {
  const signals = createSignals(world.url);
  await signals.listening;
  return signals;
}

test("a commit in another process wakes whoever watches that interaction, and nobody else", async () => {
  const signals = await listen();
  const loaded = await open(world);
  const watch = signals.watch(loaded.state.id);
  const bystander = signals.watch((await open(world)).state.id);
  const woken = watch.next(10_000, never);
  await world.another().store.commit(answerCommit(loaded));
  expect(await woken).toBe("changed");
  expect(await bystander.next(1, never)).toBe("timeout");
  await signals.close();
});

test("what happens between watch and next is not missed, and is reported once", async () => {
  const signals = await listen();
  const loaded = await open(world);
  const watch = signals.watch(loaded.state.id);
  const other = signals.watch(loaded.state.id);
  const woken = other.next(10_000, never);
  await world.store.commit(answerCommit(loaded));
  await woken;
  expect(await watch.next(10_000, never)).toBe("changed");
  expect(await watch.next(1, never)).toBe("timeout");
  await signals.close();
});

test("a caller that hangs up, time, and close end a wait", async () => {
  const signals = await listen();
  const watch = signals.watch("int_any");
  const caller = new AbortController();
  const hungUp = watch.next(10_000, caller.signal);
  caller.abort();
  expect(await hungUp).toBe("aborted");
  expect(await watch.next(10_000, caller.signal)).toBe("aborted");
  expect(await watch.next(0, never)).toBe("timeout");
  const closed = watch.next(10_000, never);
  watch.close();
  expect(await closed).toBe("aborted");
  await signals.close();
});

test("draining ends the waits in flight and those that come later", async () => {
  const signals = await listen();
  const inFlight = signals.watch("int_any").next(10_000, never);
  signals.drain();
  expect(await inFlight).toBe("draining");
  expect(await signals.watch("int_other").next(10_000, never)).toBe("draining");
  await signals.close();
});

test("after the listening connection was cut everybody reads again, and wake-ups arrive as before", async () => {
  const signals = await listen();
  const loaded = await open(world);
  const watch = signals.watch(loaded.state.id);
  const woken = watch.next(10_000, never);
  const [cut] = await world.sql`
    select pg_terminate_backend(pid) as done from pg_stat_activity
    where datname = current_database() and application_name = 'sess listener'`;
  expect(cut?.done).toBe(true);
  expect(await woken).toBe("changed");
  const again = watch.next(10_000, never);
  await world.store.commit(answerCommit(loaded));
  expect(await again).toBe("changed");
  await signals.close();
});

test("after the server was killed and came back everybody reads again", async () => {
  const server = await startPostgres();
  const signals = createSignals(server.url);
  await signals.listening;
  const watch = signals.watch("int_any");
  const woken = watch.next(20_000, never);
  await server.kill();
  await server.start();
  expect(await woken).toBe("changed");
  const again = watch.next(20_000, never);
  const client = connectDatabase(server.url, { max: 1 });
  await client.sql.notify(WAKE_UPS, "int_any");
  expect(await again).toBe("changed");
  await client.close();
  await signals.close();
  await server.remove();
});
