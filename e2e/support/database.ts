import { migrateDatabase } from "@/db/migrate";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

const MIGRATIONS = join(process.cwd(), "db/migrations");

/** A new database with the newest schema, of nobody else. */
export async function freshDatabase(): Promise<TestDatabase> {
  const template = process.env.SESS_TEST_TEMPLATE;
  const database = await create(template);
  if (!template) await migrateDatabase(database.url, MIGRATIONS);
  return database;
}

/** Migrates once; every `freshDatabase` after it is a copy. */
export async function prepareTemplate(): Promise<() => Promise<void>> {
  if (process.env.SESS_TEST_TEMPLATE) return async () => undefined;
  const { url, drop } = await create(undefined);
  await migrateDatabase(url, MIGRATIONS);
  process.env.SESS_TEST_TEMPLATE = new URL(url).pathname.slice(1);
  return async () => {
    delete process.env.SESS_TEST_TEMPLATE;
    await drop();
  };
}

/** A new database without any table. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return create(undefined);
}

async function create(template: string | undefined): Promise<TestDatabase> {
  const name = `sess_test_${randomBytes(8).toString("hex")}`;
  await administer((sql) =>
    sql.unsafe(
      template ? `create database ${name} template ${template}` : `create database ${name} template template0`,
    ),
  );
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => administer((sql) => sql.unsafe(`drop database if exists ${name} with (force)`)),
  };
}

async function administer(act: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(serverUrl(), { max: 1, onnotice: () => undefined });
  try {
    await act(sql);
  } finally {
    await sql.end();
  }
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error("No test database: run through vitest's db project, or set TEST_DATABASE_URL.");
  return url;
}
