import { freshDatabase, type TestDatabase } from "@/e2e/support/database";
import { adoptSecret, claimDatabase, claimSecret, SecretError } from "@/lib/secret-claim";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";

let database: TestDatabase;
let sql: Sql;
let dataDirectory: string;
beforeEach(async () => {
  database = await freshDatabase();
  sql = postgres(database.url, { max: 2 });
  dataDirectory = mkdtempSync(join(tmpdir(), "sess-claim-"));
});
afterEach(async () => {
  await sql.end();
  await database.drop();
  rmSync(dataDirectory, { recursive: true });
});

const ours = () => ({ secret: "a secret for tests only, long enough", dataDirectory });
const other = () => ({ secret: "another secret for tests, long enough", dataDirectory });
const kept = () => sql<{ digest: string; adopted_at: Date }[]>`select digest, adopted_at from server_secret`;

test("the first secret of a database is its secret, at every later start too", async () => {
  const secret = await claimSecret(sql, ours());
  const [before] = await kept();
  await claimDatabase(database.url, ours());
  expect(await kept()).toEqual([before]);
  for (const told of [ours().secret, secret.derive("secret digest").toString("base64url")]) {
    expect(before?.digest).not.toContain(told);
  }
});

test("another secret is refused with what to do", async () => {
  await claimSecret(sql, ours());
  const refused = await claimSecret(sql, other()).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SecretError);
  expect(refused).toMatchObject({
    message: "SESS_SECRET is not the secret that this database was set up with.",
    advice: expect.stringContaining("npm run admin -- adopt-secret"),
  });
});

test("no secret is made beside a database that has one elsewhere", async () => {
  await claimSecret(sql, ours());
  const claiming = claimSecret(sql, { secret: undefined, dataDirectory });
  await expect(claiming).rejects.toThrow(/there is none here: no SESS_SECRET, and no .*secret\./);
  expect(readdirSync(dataDirectory)).toEqual([]);
});

test("of two that start at once on a new database, one is refused and one is its", async () => {
  const starts = await Promise.allSettled(
    [ours(), other(), ours()].map((places) => claimDatabase(database.url, places)),
  );
  const refused = starts.filter(({ status }) => status === "rejected").length;
  expect([1, 2]).toContain(refused);
  expect(starts[0]?.status).toBe(starts[2]?.status);
  expect(await kept()).toHaveLength(1);
});

test("another secret takes its place only when told to", async () => {
  await claimSecret(sql, ours());
  expect(await adoptSecret(sql, ours())).toBe(false);
  expect(await adoptSecret(sql, other())).toBe(true);
  await claimSecret(sql, other());
  await expect(claimSecret(sql, ours())).rejects.toThrow(SecretError);
});
