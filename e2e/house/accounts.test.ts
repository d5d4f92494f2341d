import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cloneInPrivateHome, ordinaryAccount, type Clone } from "./clone";
import { familyOf, processes, untilGone } from "./processes";
import { ask, statusOf } from "./question";
import { startServer, type TestServer } from "@/e2e/support/server";

const account = ordinaryAccount();
let clone: Clone;
beforeAll(() => {
  clone = cloneInPrivateHome(account);
});
afterAll(() => clone.remove());

/** Starts, asks, is killed, starts again, still knows, and stops without leaving anything. */
async function lives(server: TestServer, cluster: string): Promise<void> {
  const { id } = await ask(server);
  await server.kill();
  await server.restart();
  expect(await statusOf(server, id)).toBe(200);
  const postmaster = Number(readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[0]);
  const all = [...familyOf(server.pid), ...familyOf(postmaster)].map(({ pid }) => pid);
  expect(await server.stop()).toBe(0);
  await untilGone(all);
}

it("runs as an ordinary user where a start of another account left its log", async () => {
  const dataDir = join(clone.path, ".data-with-log");
  mkdirSync(dataDir, { mode: 0o700 });
  chownSync(dataDir, account.uid, account.gid);
  writeFileSync(join(dataDir, "postgres.log"), "of root\n", { mode: 0o600 });
  const server = await startServer({ clone: clone.path, dataDir, account, env: { HOME: dirname(clone.path) } });
  expect(await server.stop()).toBe(0);
  expect(readFileSync(join(dataDir, "postgres.log"), "utf8")).toContain("starting PostgreSQL");
});

it("runs as an ordinary user from a clone in a home that only that user may enter", async () => {
  const dataDir = join(clone.path, ".data");
  const env = { HOME: dirname(clone.path) };
  const server = await startServer({ clone: clone.path, dataDir, account, env });
  expect(statSync(join(dataDir, "credentials.json")).uid).toBe(account.uid);
  await lives(server, join(dataDir, "postgres"));
});

if (process.getuid?.() === 0) {
  describe("as root", () => {
    it("keeps the data in the data directory, where it can", async () => {
      const root = cloneInPrivateHome({ uid: 0, gid: 0 });
      const dataDir = join(root.path, ".data");
      const server = await startServer({ clone: root.path, dataDir });
      expect(server.log()).not.toContain("/var/lib/sess");
      await lives(server, join(dataDir, "postgres"));
      root.remove();
    });

    it("takes data and programs elsewhere, and says so, from a clone in another's private home", async () => {
      const dataDir = join(clone.path, ".data-of-root");
      const server = await startServer({ clone: clone.path, dataDir });
      const home = readFileSync(join(dataDir, "postgres.location"), "utf8").trim();
      expect(home).toMatch(/^\/var\/lib\/sess\/[0-9a-f]{16}$/);
      expect(server.log()).toContain(`its data is in ${home}`);
      await lives(server, join(home, "postgres"));
      rmSync(home, { recursive: true });
    });

    it("runs an ordinary user's data as that user", async () => {
      const dataDir = join(clone.path, ".data");
      expect(existsSync(join(dataDir, "postgres"))).toBe(true);
      rmSync(join(dataDir, "postgres.log"));
      const server = await startServer({ clone: clone.path, dataDir });
      expect(server.log()).toContain(`belongs to user ${account.uid}`);
      await lives(server, join(dataDir, "postgres"));
      for (const name of ["postgres/PG_VERSION", "postgres.log", "credentials.json", "secret", "sample-question"]) {
        expect(statSync(join(dataDir, name)).uid, name).toBe(account.uid);
      }
    });

    it("does it elsewhere too when the system refuses user namespaces", async () => {
      const dataDir = join("/tmp", `sess-no-namespace-${process.pid}`);
      const bin = join(dataDir, "bin");
      mkdirSync(bin, { recursive: true });
      const server = await startServer({ dataDir, env: { PATH: bin } });
      const home = readFileSync(join(dataDir, "postgres.location"), "utf8").trim();
      expect(processes().some(({ command }) => command.includes(`-D ${home}/postgres`))).toBe(true);
      await lives(server, join(home, "postgres"));
      for (const folder of [home, dataDir]) rmSync(folder, { recursive: true });
    });
  });
}
