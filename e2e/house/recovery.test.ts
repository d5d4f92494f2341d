import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ask, call, statusOf } from "./question";
import { familyOf, processes, until, untilGone } from "./processes";
import { openPostgres } from "@/db/postgres";
import { startServer, type TestServer } from "@/e2e/support/server";

let dataDir: string;
let server: TestServer;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "sess-recovery-"));
  server = await startServer({ dataDir });
});
afterEach(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function postmasterFile(): string {
  return join(dataDir, "postgres", "postmaster.pid");
}

function postmaster(): number {
  return existsSync(postmasterFile()) ? Number(readFileSync(postmasterFile(), "utf8").split("\n")[0]) : 0;
}

it("takes over the Postgres of a server that was killed", async () => {
  const { id } = await ask(server);
  const left = postmaster();
  await server.kill();
  expect(processes().some(({ pid }) => pid === left)).toBe(true);
  await server.restart();
  expect(postmaster()).toBe(left);
  expect(server.log()).toContain("took it over");
  expect(await statusOf(server, id)).toBe(200);
  expect(await server.stop()).toBe(0);
  await untilGone([left]);
  await server.restart();
});

it("recovers when the server and its Postgres were both killed", async () => {
  const { id } = await ask(server);
  const database = postmaster();
  const family = familyOf(server.pid).map(({ pid }) => pid);
  await server.kill();
  process.kill(database, "SIGKILL");
  await untilGone([...family, database]);
  await server.restart();
  expect(await statusOf(server, id)).toBe(200);
});

it("starts beside another program that now bears the number of the old Postgres", async () => {
  const { id } = await ask(server);
  const database = postmaster();
  await server.kill();
  const lines = readFileSync(postmasterFile(), "utf8").split("\n");
  process.kill(database, "SIGKILL");
  await untilGone([database]);
  writeFileSync(postmasterFile(), [String(process.pid), ...lines.slice(1)].join("\n"));
  await server.restart();
  expect(await statusOf(server, id)).toBe(200);
});

it.each(["SIGKILL", "SIGQUIT", "SIGTERM"] as const)(
  "answers 503 while Postgres is gone (%s), brings it back, and loses nothing",
  async (signal) => {
    const { id } = await ask(server);
    const database = postmaster();
    process.kill(database, signal);
    const seen = new Set<number>();
    await until(
      async () => {
        const reply = await call(server, `/v1/interactions/${id}`);
        seen.add(reply.status);
        if (reply.status !== 200) expect(await reply.json()).toMatchObject({ error: { code: "unavailable" } });
        return reply.status === 200 && ![0, database].includes(postmaster());
      },
      30_000,
      "the database did not come back",
    );
    expect([...seen].every((status) => status === 200 || status === 503)).toBe(true);
    await ask(server);
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect(server.log()).toContain("Postgres was gone");
  },
);

it("does not call Postgres gone when only the connection that holds the lock was", async () => {
  const database = postmaster();
  const sql = openPostgres(`postgres://sess@localhost/postgres?host=${join(dataDir, "run")}`, { max: 1 });
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted`;
  await until(() => server.log().includes("the connection is back"), 30_000, "the lock was not taken again");
  const [held] = await sql`select count(*)::int as locks from pg_locks where locktype = 'advisory' and granted`;
  await sql.end();
  expect(held?.["locks"]).toBe(1);
  expect(server.log()).not.toMatch(/Postgres (is|was) gone/);
  expect(postmaster()).toBe(database);
});

it("wakes a wait that began before Postgres was lost", async () => {
  const { id, humanUrl } = await ask(server);
  const database = postmaster();
  process.kill(database, "SIGQUIT");
  const isBack = async () => ![0, database].includes(postmaster()) && (await statusOf(server, id)) === 200;
  await until(isBack, 30_000, "the database did not come back");
  const waiting = call(server, `/v1/interactions/${id}/response?wait_ms=30000`);
  const page = await (await fetch(humanUrl)).text();
  expect(page).toContain("Does it still run?");
  const withdrawn = await call(server, `/v1/interactions/${id}/withdraw`, { method: "POST", body: "{}" });
  expect(withdrawn.status).toBe(200);
  expect(await (await waiting).json()).toMatchObject({ interaction: { state: "withdrawn" } });
});
