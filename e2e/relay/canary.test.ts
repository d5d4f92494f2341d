import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findCluster } from "@/db/embedded/place";
import { search } from "@/e2e/relay/canary-search";
import { Canaries, talk } from "@/e2e/relay/canary-talk";
import { ADMIN_TOKEN } from "@/e2e/relay/setup";
import { KINDS, Relay, Session } from "@/e2e/relay/support/relay";
import { run, startServer, type TestServer } from "@/e2e/support/server";
import { afterAll, beforeAll, expect, it } from "vitest";

let folder: string;
let server: TestServer;
const inFolder = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sess-canary-"));
  for (const name of ["data", "tmp", "log"]) mkdirSync(inFolder(name));
  const env = { TMPDIR: inFolder("tmp"), LOG_LEVEL: "trace", SW_ADMIN_TOKEN: ADMIN_TOKEN };
  server = await startServer({ dataDir: inFolder("data"), env });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("an ephemeral session leaves no byte on the disk, and no key of any session does (I38, I39)", async () => {
  const env = { ...process.env, NODE_ENV: "production", SESS_DATA_DIR: server.dataDir } as const;
  const made = await run(["scripts/admin.mjs", "create-key", "--name", "canary", "--scopes", "relay", "--json"], env);
  const account = (JSON.parse(made) as { api_key: string }).api_key;
  const relay = await Relay.at(server.origin, account);
  const create = async (canaries: Canaries, token: string, more: object) => {
    const purpose = { said: canaries.say("purpose") };
    return new Session(relay, await relay.ok("POST", "/v1/sessions", token, { purpose, ...more }));
  };
  const [gone, kept] = [new Canaries(), new Canaries()];
  const ended = await create(gone, account, {});
  const open = await create(gone, ADMIN_TOKEN, {});
  const persisted = await create(kept, account, { persistence: KINDS[1].persistence });
  const keys = [account, ADMIN_TOKEN];
  for (const session of [ended, open]) keys.push(...(await talk(relay, session, gone)));
  keys.push(...(await talk(relay, persisted, kept)));
  await ended.end();

  // What it deletes when it stops was on the disk before.
  expect(readdirSync(inFolder("tmp"))).not.toEqual([]);
  expect(search([inFolder("tmp")], [gone.marker, ...keys])).toEqual({});
  await server.stop();
  writeFileSync(inFolder("log/output"), server.log());
  const cluster = findCluster(server.dataDir) ?? "";
  expect(search([folder, dirname(cluster), ".next"], [gone.marker, ...keys])).toEqual({});

  // The same search finds what was said in a session that is kept, and only what was taken of it.
  const found = search([cluster], [...kept.taken, ...kept.refused]);
  expect(Object.keys(found).toSorted()).toEqual(kept.taken.toSorted());
  expect(Object.keys(search([inFolder("log")], ["Ready: "]))).toEqual(["Ready: "]);
});
