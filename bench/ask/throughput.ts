import postgres from "postgres";
import { Connection } from "../connection.js";
import { cpuMicros, heading, median, rate, row } from "../measure.js";
import { answer, create, openForm, type Link } from "./forms.js";
import { bareServer } from "./bare-server.js";

const LANES = 16;
const ROUNDS = 5;
const COUNT = 4000;
/** The page asks for confirmation when a form comes back sooner than this after it was served (a bot's press). */
const GUARD_MS = 2100;

export interface Target {
  origin: string;
  apiKey: string;
  pid: number;
  databaseUrl: string;
}

/** create and answer per second over HTTP, beside single-row inserts by the same driver on the same Postgres. */
export async function throughput(target: Target): Promise<void> {
  heading(`Throughput, ${LANES} connections, ${ROUNDS} rounds of ${COUNT}, medians`);
  const connections = Array.from({ length: LANES }, () => new Connection(target.origin));
  const inserts = await insertTable(target.databaseUrl);
  const rounds = [];
  try {
    for (let round = -1; round < ROUNDS; round++) {
      const result = await oneRound(target, connections, inserts.rate, round);
      if (round >= 0) rounds.push(result); // the first warms up
    }
  } finally {
    for (const connection of connections) connection.close();
    await inserts.end();
  }
  report(rounds);
  await bare();
}

async function oneRound(target: Target, connections: Connection[], insertRate: () => Promise<number>, round: number) {
  const lane = (n: number): Connection => connections[n] as Connection;
  const insert = await insertRate();
  const links: Link[] = [];
  const keys = Array.from({ length: COUNT }, (_, n) => `bench-${round}-${n}-${process.pid}`);
  const before = cpuMicros(target.pid);
  const created = await rate(keys, LANES, async (key, n) => void links.push(await create(lane(n), target.apiKey, key)));
  const createCpu = (cpuMicros(target.pid) - before) / COUNT;
  const forms: { path: string; body: string }[] = [];
  const opened = await rate(links, LANES, async ({ path }, n) => {
    forms.push({ path, body: await openForm(lane(n), path) });
  });
  await new Promise((resolve) => setTimeout(resolve, GUARD_MS));
  const middle = cpuMicros(target.pid);
  const answered = await rate(forms, LANES, ({ path, body }, n) => answer(lane(n), path, body));
  const answerCpu = (cpuMicros(target.pid) - middle) / COUNT;
  return { insert, created, opened, answered, createCpu, answerCpu };
}

type Round = Awaited<ReturnType<typeof oneRound>>;

function report(rounds: Round[]): void {
  const of = (name: keyof Round): number => median(rounds.map((round) => round[name]));
  const ratio = (name: "created" | "answered"): string =>
    median(rounds.map((round) => round[name] / round.insert)).toFixed(2);
  row("single-row inserts, same driver, per second", of("insert").toFixed(0));
  row("create, per second", `${of("created").toFixed(0)}  (${ratio("created")} of inserts; wanted ≥ 0.25)`);
  row("answer, per second", `${of("answered").toFixed(0)}  (${ratio("answered")} of inserts; wanted ≥ 0.25)`);
  row("page opened (GET), per second", of("opened").toFixed(0));
  row("front process CPU per create", `${of("createCpu").toFixed(0)} µs`);
  row("front process CPU per answer", `${of("answerCpu").toFixed(0)} µs`);
}

async function insertTable(url: string) {
  const sql = postgres(url, { max: LANES, onnotice: () => {} });
  await sql`create table if not exists bench_rows (id bigserial primary key, body text not null)`;
  const bodies = Array.from({ length: COUNT }, (_, n) => `row ${n} ${"x".repeat(400)}`);
  return {
    rate: () => rate(bodies, LANES, async (body) => void (await sql`insert into bench_rows (body) values (${body})`)),
    end: async () => {
      await sql`drop table bench_rows`;
      await sql.end();
    },
  };
}

async function bare(): Promise<void> {
  const server = await bareServer();
  const connections = Array.from({ length: LANES }, () => new Connection(server.origin));
  const body = JSON.stringify({ hello: "there" });
  const echo = async (_: number, n: number): Promise<void> => {
    await (connections[n] as Connection).request("POST", "/", { "content-type": "application/json" }, body);
  };
  const items = Array.from({ length: 20_000 }, (_, n) => n);
  await rate(items, LANES, echo);
  const before = cpuMicros(server.pid);
  const perSecond = await rate(items, LANES, echo);
  row(
    "bare node:http JSON echo, CPU per request",
    `${((cpuMicros(server.pid) - before) / items.length).toFixed(0)} µs (${perSecond.toFixed(0)}/s)`,
  );
  for (const connection of connections) connection.close();
  server.stop();
}
