import { UNHURRIED } from "@/e2e/relay/setup";
import { Ledger, sendOn, readByStream, readByWait, type Seen } from "@/e2e/relay/support/crash-load";
import { startFront, type FrontProcess } from "@/e2e/relay/support/front-process";
import { KINDS, names, Relay, type Member } from "@/e2e/relay/support/relay";
import { freshDatabase, type TestDatabase } from "@/e2e/support/database";
import { afterAll, beforeAll, expect, it } from "vitest";

/** A few in `npm test`; a hundred in `npm run test:soak`. */
const ROUNDS = Number(process.env["SESS_RELAY_CRASH_ROUNDS"] ?? 3);
const PAIRS = 4;
/** What has to get through in each life of the process before it ends. */
const PER_ROUND = 60;

let database: TestDatabase;
let front: FrontProcess;
let relay: Relay;
beforeAll(async () => {
  database = await freshDatabase();
  front = await startFront({ databaseUrl: database.url, env: UNHURRIED });
  relay = await Relay.at(front.origin, "");
});
afterAll(async () => {
  await front.remove();
  await database.drop();
});

it(
  `${ROUNDS} crashes under load: nothing lost, invented, repeated or out of order (I01, I02, I03, I06, I07, I43)`,
  async () => {
    const session = await relay.session(KINDS[1]);
    const members = await session.fill(PAIRS * 2);
    const pairs = Array.from({ length: PAIRS }, (_, n) => members.slice(n * 2, n * 2 + 2) as [Member, Member]);
    const ledger = new Ledger();
    const stop = new AbortController();
    const seen: Seen[] = pairs.map(() => []);
    const work = pairs.flatMap(([from, to], n) => [
      sendOn(from, to, ledger, stop.signal),
      (n % 2 === 0 ? readByStream : readByWait)({ from, to, seen: seen[n]! }, ledger, stop.signal),
    ]);

    const epochs = [(await relay.ok("GET", "/v1/info", null)).relay_epoch];
    for (let round = 0; round < ROUNDS; round += 1) {
      await ledger.reach(ledger.acknowledged + PER_ROUND);
      await front.kill();
      await front.restart();
      epochs.push((await relay.ok("GET", "/v1/info", null)).relay_epoch);
    }
    await ledger.reach(ledger.acknowledged + PER_ROUND);
    stop.abort();
    await Promise.all(work);

    expect(epochs).toEqual([...new Set(epochs)].toSorted((a, b) => a - b));
    for (const [n, [from]] of pairs.entries()) {
      const got = seen[n]!;
      const numbers = got.map(({ number }) => number);
      // No duplicate and no reordering: the numbers of one sender only go up, and so do the inbox's own.
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      const seqs = got.map(({ seq }) => seq);
      expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
      for (const number of ledger.acknowledgedBy(from.id)) expect(numbers, "lost").toContain(number);
      for (const number of numbers) expect(number, "never sent").toBeLessThan(ledger.attemptedBy(from.id));
    }
    const { events } = await relay.ok(
      "GET",
      `${session.path}/events?kind=command.received&limit=1000`,
      session.creator,
    );
    const ids = events.map(({ payload }: { payload: { command_id: string } }) => payload.command_id);
    expect(new Set(ids).size).toBe(ids.length);
  },
  Math.max(2, ROUNDS / 2) * 60_000,
);

it("an ephemeral session is gone after a crash, and its tokens are told so (D-66)", async () => {
  const session = await relay.session(KINDS[0]);
  const [a] = await session.fill(1);
  await front.kill();
  await front.restart();
  const { status, body } = await a!.call("POST", `${a!.me}/inbox/drain`);
  expect([status, body.error.code]).toEqual([404, "session_not_found"]);
});

it("an expired command is not handed out after a crash, and its sender learns it once (D-38, D-64)", async () => {
  const session = await relay.session(KINDS[1]);
  const [a, b] = await session.fill(2);
  await a!.drain();
  const { expires_at } = await a!.send([b!], { timeout_seconds: 1 });
  await front.kill();
  await front.restart();
  const { messages } = await a!.wait({ names: ["command.completed"], timeout_seconds: 20 });
  expect(messages[0].payload.reason).toBe("ttl_expired");
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires_at));
  // Nobody knows whether it had been handed out before the crash, so that it is over may be said.
  expect(names(await b!.drain())).not.toContain("command.received");
  expect(names(await a!.drain())).not.toContain("command.completed");
});
