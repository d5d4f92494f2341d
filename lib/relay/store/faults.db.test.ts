import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DatabaseClient } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { freshDatabase, type TestDatabase } from "@/e2e/support/database";
import { startPostgres } from "@/e2e/support/postgres";
import { type CuttingProxy, openCuttingProxy } from "@/lib/ask/store/testing/cutting-proxy";
import { emptyEntry } from "@/lib/relay/host/entry";
import type { JournalEntry } from "@/lib/relay/journal";
import { connectJournal } from "@/lib/relay/store/connect";
import { createPostgresJournal } from "@/lib/relay/store/postgres-journal";
import { codeOf, Scene } from "@/lib/relay/testing/scene";
import { deleteSession } from "@/lib/relay/verbs/delete-session";

let database: TestDatabase;
let direct: DatabaseClient;
let proxy: CuttingProxy;
let wired: DatabaseClient;

beforeAll(async () => {
  database = await freshDatabase();
  direct = connectJournal(database.url);
  proxy = await openCuttingProxy(database.url);
  wired = connectJournal(proxy.url, 1);
});

afterAll(async () => {
  await wired.close();
  await proxy.close();
  await direct.close();
  await database.drop();
});

beforeEach(() => direct.sql`truncate relay_sessions, relay_snapshots, relay_events, relay_inbox, relay_epochs`);

const over = (client: DatabaseClient) => new Scene({ journal: createPostgresJournal(client), kept: true }).open();

async function count(table: string): Promise<number> {
  const [row] = await direct.sql.unsafe<{ n: number }[]>(`select count(*)::int as n from ${table}`);
  return row?.n ?? 0;
}

describe.each(["before", "reply_lost"] as const)("a wire that is cut, %s, under a commit (I05)", (moment) => {
  it("shows nobody anything, and a repeat is one delivery", async () => {
    const scene = await over(wired);
    const [one, other] = [await scene.pair(), await scene.pair()];
    const hose = await scene.firehose(one.sid, one.session.supervisor_token);
    const waiting = codeOf(scene.wait(one.sid, one.b));
    await scene.send(other.sid, other.a, other.b);
    proxy.cutNext(moment);
    const sends = [one, other].map(({ sid, a, b }) => codeOf(scene.send(sid, a, b, { command_id: "mine" })));
    expect(await Promise.all([...sends, waiting])).toEqual(Array(3).fill("persistence_failed"));
    expect([hose.frames, hose.closed]).toEqual([[], "restart"]);
    for (const { session, sid, a, b } of [one, other]) {
      expect(await codeOf(scene.send(sid, a, b, { command_id: "mine" }))).toBe("accepted");
      const { messages } = await scene.drain(session, b);
      expect(messages.filter(({ payload }) => payload["command_id"] === "mine")).toHaveLength(1);
    }
  });
});

/** A session whose journal is written by hand. */
async function claimed(): Promise<{ entry: JournalEntry; id: string }> {
  const scene = await over(direct);
  const { session_id: id } = await scene.session();
  const taken = await createPostgresJournal(direct).claim(id);
  return { id, entry: { ...emptyEntry(id, taken?.fence ?? 0), seq: 1, handedTo: { p: 1 } } };
}

const row = (seq: number) => ({
  seq,
  at: 1,
  name: "session.cold" as const,
  payload: "{}",
  bytes: 2,
  to: [],
  actor: null,
  author: null,
  privateTo: null,
  change: { type: "none" as const },
});

describe("a group of commits", () => {
  it("leaves out who is no longer the holder, whole, and writes the others", async () => {
    const journal = createPostgresJournal(direct);
    const [old, good] = [await claimed(), await claimed()];
    await journal.claim(old.id);
    const written = await Promise.allSettled([
      journal.commit({ ...old.entry, events: [row(1)] }),
      journal.commit({ ...good.entry, events: [row(1)] }),
    ]);
    expect(written.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    const rows = await direct.sql<{ sessionId: string }[]>`select session_id as "sessionId" from relay_events`;
    expect(rows).toMatchObject([{ sessionId: good.id }]);
  });

  it("with one faulty session fails that one alone", async () => {
    const journal = createPostgresJournal(direct);
    const [faulty, ...good] = [await claimed(), await claimed(), await claimed()];
    const entries = [
      { ...faulty.entry, events: [row(1), row(1)] },
      ...good.map(({ entry }) => ({ ...entry, events: [row(1)] })),
    ];
    const written = await Promise.allSettled(entries.map((entry) => journal.commit(entry)));
    expect(written.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    expect(await count("relay_events")).toBe(2);
  });

  it("a commit that is still on its way cannot get past the next holder's claim", async () => {
    const journal = createPostgresJournal(direct);
    const { id, entry } = await claimed();
    const blocked = await direct.sql.reserve();
    await blocked`begin`;
    await blocked`select 1 from relay_sessions where id = ${id} for update`;
    const claim = journal.claim(id);
    await untilBlocked(1);
    const late = expect(journal.commit({ ...entry, events: [row(1)] })).rejects.toThrow("another holder");
    await untilBlocked(2);
    await blocked`commit`;
    blocked.release();
    expect((await claim)?.stored.events).toEqual([]);
    await late;
    expect(await count("relay_events")).toBe(0);
  });
});

async function untilBlocked(sessions: number): Promise<void> {
  for (;;) {
    const [waiting] = await direct.sql<{ n: number }[]>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    if ((waiting?.n ?? 0) >= sessions) return;
  }
}

it("epochs rise whoever asks (I43)", async () => {
  const journals = [direct, direct, wired].map(createPostgresJournal);
  const epochs = await Promise.all(journals.map((journal) => journal.nextEpoch(1_000)));
  expect(new Set(epochs).size).toBe(3);
  expect(await journals[0]!.nextEpoch(5_000_000)).toBe(5_000_000);
  expect(await journals[0]!.nextEpoch(1_000)).toBe(5_000_001);
});

it("of a session that is over only its tombstone stays, and that for its time (D-59)", async () => {
  const scene = await over(direct);
  const { session, sid, a, b } = await scene.pair();
  const other = await scene.pair();
  await scene.send(sid, a, b, { payload: "canary" });
  await deleteSession(scene.ctx(session.creator_token), sid);
  while (await scene.relay.host.tend());
  for (const table of ["relay_events", "relay_inbox", "relay_snapshots"]) {
    const rows = await direct.sql.unsafe<{ id: string }[]>(`select distinct session_id as id from ${table}`);
    expect(rows.every(({ id }) => id === other.sid)).toBe(true);
  }
  expect(await count("relay_sessions")).toBe(2);
  scene.clock.advance(31 * 86_400_000);
  while (await scene.relay.host.tend());
  expect(await codeOf(deleteSession(scene.ctx(session.creator_token), sid))).toBe("session_not_found");
  const [gone] = await direct.sql`select 1 from relay_sessions where id = ${sid}`;
  expect(gone).toBeUndefined();
});

it("keeps no token anywhere, only digests (I38)", async () => {
  const scene = await over(direct);
  const { session, sid, a, b } = await scene.pair();
  await scene.send(sid, a, b);
  await scene.relay.host.drain();
  const tokens = [session.creator_token, session.supervisor_token, session.join_token, a.token, b.token];
  for (const table of ["relay_sessions", "relay_events", "relay_snapshots", "relay_inbox"]) {
    const text = JSON.stringify(await direct.sql.unsafe(`select * from ${table}`));
    for (const token of tokens) expect(text).not.toContain(token.slice(4));
  }
  expect(JSON.stringify(scene.logged)).not.toContain("sw");
});

it("a database that is killed loses nothing that was acknowledged (I03)", async () => {
  const server = await startPostgres({ durable: true });
  try {
    await migrateDatabase(server.url, "db/migrations");
    const client = connectJournal(server.url);
    const scene = await over(client);
    const { session, sid, a, b } = await scene.pair();
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const sends = Array.from({ length: 20 }, (_, n) => {
        const id = `${round}-${n}`;
        return scene.send(sid, a, b, { command_id: id, timeout_seconds: 300 }).then(
          () => void acknowledged.push(id),
          () => undefined,
        );
      });
      await sends[0];
      await server.kill();
      await Promise.all(sends);
      await server.start();
    }
    const { messages } = await scene.drain(session, b);
    const got = messages.map(({ payload }) => String(payload["command_id"]));
    expect(got).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(got).size).toBe(got.length);
    expect(acknowledged.length).toBeGreaterThan(0);
    await client.close();
  } finally {
    await server.remove();
  }
});
