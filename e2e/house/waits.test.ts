import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask, call } from "./question";
import { until } from "./processes";
import { startPostgres, type ThrowawayPostgres } from "@/e2e/support/postgres";
import { startServer, type TestServer } from "@/e2e/support/server";

const WAITS = 500;
/** How long the log is watched: a poller worth its name would have asked by then. */
const WATCHED_MS = 5_000;

let postgres: ThrowawayPostgres;
let server: TestServer;
beforeAll(async () => {
  postgres = await startPostgres({ queryLog: true });
  server = await startServer({ databaseUrl: postgres.url });
});
afterAll(async () => {
  await server.stop();
  await postgres.remove();
});

it(`parks ${WAITS} waits without asking the database again, in less than 200 MB`, async () => {
  const before = residentMegabytes();
  const questions = [];
  for (let n = 0; n < WAITS; n++) questions.push(await ask(server));
  const hangUp = new AbortController();
  let ended = 0;
  const waits = questions.map(async ({ id }) => {
    const wait = call(server, `/v1/interactions/${id}/response?wait_ms=45000`, { signal: hangUp.signal });
    await wait.catch(() => null);
    ended += 1;
  });
  await untilQuiet();

  postgres.statements();
  await pause(WATCHED_MS);
  const asked = postgres.statements().filter((line) => line.includes("interactions"));
  // The expiry job looks for what is due once in a while, whoever waits.
  expect(asked.length).toBeLessThan(5);
  expect(residentMegabytes() - before).toBeLessThan(200);

  expect(ended, "all of them still wait").toBe(0);

  hangUp.abort();
  await Promise.all(waits);
});

/** Every wait has been registered and has read its state once. */
async function untilQuiet(): Promise<void> {
  let quiet = 0;
  await until(
    async () => {
      await pause(100);
      quiet = postgres.statements().some((line) => line.includes("interactions")) ? 0 : quiet + 1;
      return quiet === 10;
    },
    60_000,
    "the waits did not come to rest",
  );
}

function residentMegabytes(): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
