import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startServer, type TestServer } from "@/e2e/support/server";
import { liveThrough, newLedger, type Ledger } from "./crash-load";

/** `npm run test:soak` runs fifty. */
const ROUNDS = Number(process.env["SESS_CRASH_ROUNDS"] ?? 6);
const AGENTS = 12;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({});
});
afterAll(async () => {
  await server.stop();
});

it(
  `keeps every acknowledged step through ${ROUNDS} kills of the server and of Postgres under load`,
  { timeout: 30_000 + ROUNDS * 20_000 },
  async () => {
    const ledger = newLedger();
    const stop = new AbortController();
    const load = Array.from({ length: AGENTS }, (_, n) =>
      liveThrough(server.origin, server.apiKey, `agent-${n}`, ledger, stop.signal),
    );
    const failed = Promise.all(load).then(() => null);
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.race([pause(300 + Math.random() * 2_500), failed]);
      if (round % 2 === 0) {
        await server.kill();
        await server.restart();
      } else {
        process.kill(postmasterPid(), "SIGQUIT");
      }
      await progress(ledger, failed);
    }
    stop.abort();
    await failed;
    expect(ledger.completed.size).toBeGreaterThan(0);
    await expectEverything(ledger);
  },
);

/** Waits until the load was acknowledged something new: the server works again. */
async function progress(ledger: Ledger, failed: Promise<unknown>): Promise<void> {
  const sum = (): number => ledger.created.size + ledger.answered.size + ledger.completed.size;
  const before = sum();
  const deadline = Date.now() + 30_000;
  while (sum() === before) {
    if (Date.now() > deadline) throw new Error("nothing was acknowledged within 30 s of the fault");
    await Promise.race([pause(50), failed]);
  }
}

function postmasterPid(): number {
  return Number(readFileSync(join(server.dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
}

async function expectEverything(ledger: Ledger): Promise<void> {
  const keys = createRemoteJWKSet(new URL(`${server.origin}/.well-known/jwks.json`));
  for (const [key, id] of ledger.created) {
    const found = await get(`/v1/interactions/${id}`);
    expect(found.status, key).toBe(200);
    const { interaction } = found.body as { interaction: Detail };
    expect(interaction.revision).toBeGreaterThanOrEqual(ledger.published.get(id) ?? 1);
    if (ledger.completed.has(id)) expect(interaction.state).toBe("completed");
    const revisions = interaction.answers.map((answer) => answer.revision);
    expect(new Set(revisions).size, "one answer a revision").toBe(revisions.length);
    for (const answer of interaction.answers) {
      const { payload } = await jwtVerify(answer.receipt, keys);
      expect(payload).toMatchObject({ sub: id, jti: answer.eventId, revision: answer.revision });
    }
    for (const [step, message] of ledger.answered) {
      if (!step.startsWith(`${id}/`)) continue;
      const answer = interaction.answers.find(({ revision }) => `${id}/${revision}` === step);
      expect(answer?.values, step).toEqual({ message });
    }
  }
  await expectNoneTwice(ledger);
}

interface Detail {
  revision: number;
  state: string;
  answers: { revision: number; eventId: string; values: Record<string, unknown>; receipt: string }[];
}

/** An interaction's first title is its idempotency key (or the follow-up's, which says the same). */
async function expectNoneTwice(ledger: Ledger): Promise<void> {
  const made: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page = (await get(`/v1/interactions?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`))
      .body as {
      interactions: { title: string }[];
      next_cursor: string | null;
    };
    made.push(
      ...page.interactions
        .map(({ title }) => title.replace(/ again$/, ""))
        .filter((title) => ledger.attempted.has(title)),
    );
    cursor = page.next_cursor;
  }
  expect(new Set(made).size).toBe(made.length);
  for (const key of ledger.created.keys()) expect(made).toContain(key);
}

async function get(path: string): Promise<{ status: number; body: unknown }> {
  const reply = await fetch(`${server.origin}${path}`, { headers: { authorization: `Bearer ${server.apiKey}` } });
  return { status: reply.status, body: await reply.json() };
}
