import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ask, call } from "./question";
import { emptyDatabase, type TestDatabase } from "@/e2e/support/database";
import { run, startServer, type TestServer } from "@/e2e/support/server";

describe.each(["front", "next"] as const)("with a Postgres of one's own (%s)", (mount) => {
  let database: TestDatabase;
  let server: TestServer;
  beforeAll(async () => {
    database = await emptyDatabase();
    server = await startServer({ databaseUrl: database.url, mount });
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  it("asks with the key that create-owner printed", async () => {
    const { id, humanUrl } = await ask(server);
    expect(humanUrl).toMatch(new RegExp(`^${server.origin}/a/`));
    expect((await call(server, `/v1/interactions/${id}`)).headers.get("sess-workspace-id")).toBe(server.workspaceId);
    const page = await fetch(humanUrl);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Does it still run?")]);
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect(await (await fetch(server.origin)).text()).toContain("<h1>Sess</h1>");
  });

  it("makes and ends keys from the command line", async () => {
    const env = {
      ...process.env,
      NODE_ENV: "test",
      DATABASE_URL: database.url,
      SESS_DATA_DIR: server.dataDir,
    } as const;
    const admin = ["scripts/admin.mjs"];
    const made = JSON.parse(
      await run([...admin, "create-key", "--name", "reader", "--scopes", "sess:read", "--json"], env),
    ) as { key_id: string; api_key: string };
    const reader = { ...server, apiKey: made.api_key };
    expect((await call(reader, "/v1/interactions")).status).toBe(200);
    expect((await call(reader, "/v1/interactions", { method: "POST", body: "{}" })).status).toBe(403);
    await run([...admin, "revoke-key", "--key", made.key_id], env);
    expect((await call(reader, "/v1/interactions")).status).toBe(401);
    await expect(run([...admin, "create-owner", "--email", "other@example.com"], env)).rejects.toThrow(/owner already/);
    await expect(run([...admin, "create-key"], env)).rejects.toThrow(/--name is missing/);
    await expect(run([...admin, "dance"], env)).rejects.toThrow(/create-owner --email/);
  });
});

it("asks for an owner until there is one", async () => {
  const database = await emptyDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "sess-owner-"));
  onTestFinished(async () => {
    rmSync(dataDir, { recursive: true });
    await database.drop();
  });
  const env = { ...process.env, NODE_ENV: "production", DATABASE_URL: database.url, SESS_DATA_DIR: dataDir } as const;
  const output = (): Promise<string> => printedBy(["scripts/start.mjs", "--keep-pages"], { ...env, PORT: "0" });
  expect(await output()).toContain("create-owner --email");
  await run(["scripts/admin.mjs", "create-owner", "--email", "you@example.com"], env);
  expect(await output()).not.toContain("create-owner");
});

/** All that a server says, which is stopped once it has said everything. */
async function printedBy(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    if (output.includes("Ctrl-C stops it.")) child.kill("SIGTERM");
  });
  await once(child, "exit");
  return output;
}
