import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "./question";
import { emptyDatabase, type TestDatabase } from "@/e2e/support/database";
import { run, startServer, type TestServer } from "@/e2e/support/server";

const OTHER = "another secret for tests, long enough";

describe.each(["front", "next"] as const)("the secret of a database (%s)", (mount) => {
  let database: TestDatabase;
  let server: TestServer;
  let folder: string;
  let elsewhere: string;
  beforeAll(async () => {
    database = await emptyDatabase();
    folder = mkdtempSync(join(tmpdir(), "sess-secret-"));
    elsewhere = join(folder, "elsewhere");
    server = await startServer({ databaseUrl: database.url, mount, dataDir: join(folder, "here") });
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const script = (args: string[], more: Record<string, string>) => {
    const { SESS_SECRET: _, ...rest } = process.env;
    const env = { ...rest, NODE_ENV: "production", PORT: "0", DATABASE_URL: database.url, SESS_DATA_DIR: elsewhere };
    return run(args, { ...env, ...more } as NodeJS.ProcessEnv);
  };
  const start = (more: Record<string, string> = {}) => script(["scripts/start.mjs", "--keep-pages"], more);
  const adopt = (secret: string, ...flags: string[]) =>
    script(["scripts/admin.mjs", "adopt-secret", ...flags], { SESS_SECRET: secret });

  it("is that of its first server: one with another says so and ends", async () => {
    await ask(server);
    await expect(start({ SESS_SECRET: OTHER })).rejects.toThrow(/SESS_SECRET is not the secret[\s\S]*adopt-secret/);
    await expect(start()).rejects.toThrow(/set up with a secret, and there is none here/);
    expect(existsSync(elsewhere)).toBe(false);
    const rotating = script(["scripts/admin.mjs", "rotate-receipt-keys"], { SESS_SECRET: OTHER });
    await expect(rotating).rejects.toThrow(/is not the secret/);
  });

  it("can be replaced by who has read what is lost with it, and then the earlier one is refused", async () => {
    const { humanUrl } = await ask(server);
    await server.stop();
    await expect(adopt(OTHER)).rejects.toThrow(/is lost:[\s\S]*--yes/);
    expect(await adopt(OTHER, "--yes")).toContain("the database's from now on");
    if (mount === "front") await expect(server.restart()).rejects.toThrow(/is not the secret/);
    else {
      await server.restart();
      const reply = await fetch(humanUrl);
      expect([reply.status, await reply.json()]).toMatchObject([500, { error: { code: "internal" } }]);
      expect(server.log()).toContain("SESS_SECRET is not the secret");
    }
  });
});
