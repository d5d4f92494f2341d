import { Api } from "@/e2e/support/api";
import postgres, { type Sql } from "postgres";
import { afterAll } from "vitest";

/** The server under test, and its database to look behind it. */
export interface Mount {
  api: Api;
  workspaceId: string;
  sql: Sql;
}

/** What the suite's set-up started, or the server that the environment names. Closed after the file's tests. */
export async function openMount(): Promise<Mount> {
  const api = await Api.at(needed("SESS_TEST_ORIGIN"), needed("SESS_TEST_API_KEY"));
  const sql = postgres(needed("SESS_TEST_DATABASE_URL"), { max: 4, onnotice: () => undefined });
  afterAll(() => sql.end());
  const { status, headers } = await api.get("/v1/interactions?limit=1");
  const workspaceId = headers.get("sess-workspace-id");
  if (workspaceId === null) throw new Error(`SESS_TEST_API_KEY was answered with ${status}`);
  return { api, workspaceId, sql };
}

function needed(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`${name} is not set`);
  return value;
}
