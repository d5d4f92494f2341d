import { afterAll, beforeAll, beforeEach } from "vitest";
import type { DatabaseClient } from "@/db/client";
import { freshDatabase, type TestDatabase } from "@/e2e/support/database";
import { connectJournal } from "@/lib/relay/store/connect";
import { createPostgresJournal } from "@/lib/relay/store/postgres-journal";
import { describeRelay } from "@/lib/relay/testing/behaviour";
import { Scene } from "@/lib/relay/testing/scene";

let database: TestDatabase;
let client: DatabaseClient;

beforeAll(async () => {
  database = await freshDatabase();
  client = connectJournal(database.url);
});

// A relay that starts takes up what another one left.
beforeEach(() => client.sql`truncate relay_sessions, relay_snapshots, relay_events, relay_inbox`);

afterAll(async () => {
  await client.close();
  await database.drop();
});

describeRelay("written to Postgres", (options) =>
  new Scene({ ...options, journal: createPostgresJournal(client), kept: true }).open(),
);
