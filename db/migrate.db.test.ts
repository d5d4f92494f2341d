import { migrateDatabase } from "@/db/migrate";
import { emptyDatabase, freshDatabase } from "@/e2e/support/database";
import postgres from "postgres";
import { expect, test } from "vitest";

test("several processes that start at once migrate once", async () => {
  const { url, drop } = await emptyDatabase();
  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(url, "db/migrations")));
  const sql = postgres(url, { max: 1 });
  const tables = await sql`select table_name from information_schema.tables where table_schema = 'public'`;
  expect(tables.map((row) => row.table_name as string)).toContain("interactions");
  await sql.end();
  await drop();
});

test("a fresh database has the schema and no rows", async () => {
  const { url, drop } = await freshDatabase();
  const sql = postgres(url, { max: 1 });
  expect(await sql`select count(*)::int as n from interactions`).toEqual([{ n: 0 }]);
  await sql.end();
  await drop();
});
