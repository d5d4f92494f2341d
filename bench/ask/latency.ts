import { Connection } from "../connection.js";
import { heading, percentile, residentBytes, row } from "../measure.js";
import { answer, create, jsonHeaders, openForm, type Link } from "./forms.js";
import type { Target } from "./throughput.js";

const SAMPLES = 200;
const GUARD_MS = 2100;

/** From just before the press's POST to the waiting call's reply, while others wait too. */
export async function latency(target: Target): Promise<void> {
  heading(`Answer → waiting call, ${SAMPLES} answers each, milliseconds`);
  for (const inFlight of [1, 100, 500]) {
    const times = await measure(target, inFlight);
    const p = (n: number): string => percentile(times, n).toFixed(1);
    row(`${inFlight} waits in flight`, `p50 ${p(50)}   p95 ${p(95)}   p99 ${p(99)}   (wanted p95 ≤ 100)`);
  }
}

async function measure(target: Target, inFlight: number): Promise<number[]> {
  const phone = new Connection(target.origin);
  const before = residentBytes(target.pid);
  const others = await waiters(target, phone, inFlight - 1);
  if (inFlight >= 500) {
    row(
      "growth of the front process with 500 waits",
      `${((residentBytes(target.pid) - before) / 2 ** 20).toFixed(0)} MiB (wanted < 200)`,
    );
  }
  const forms: { link: Link; body: string }[] = [];
  for (let n = 0; n < SAMPLES; n++) {
    const link = await create(phone, target.apiKey, `latency-${inFlight}-${n}-${process.pid}`);
    forms.push({ link, body: await openForm(phone, link.path) });
  }
  await new Promise((resolve) => setTimeout(resolve, GUARD_MS));
  const times: number[] = [];
  for (const { link, body } of forms) times.push(await one(target, phone, link, body));
  for (const connection of [...others, phone]) connection.close();
  return times;
}

async function one(target: Target, phone: Connection, link: Link, body: string): Promise<number> {
  const agent = new Connection(target.origin);
  const wait = startWait(target, agent, link);
  await phone.request("GET", "/healthz", {}); // by now the wait has reached the server
  const started = performance.now();
  const posted = answer(phone, link.path, body);
  const reply = await wait;
  const elapsed = performance.now() - started;
  await posted;
  agent.close();
  if (!reply.body.includes('"answered"')) throw new Error(`the wait returned ${reply.body}`);
  return elapsed;
}

async function waiters(target: Target, maker: Connection, count: number): Promise<Connection[]> {
  const connections: Connection[] = [];
  for (let n = 0; n < count; n++) {
    const link = await create(maker, target.apiKey, `waiter-${count}-${n}-${process.pid}`);
    const connection = new Connection(target.origin);
    startWait(target, connection, link).catch(() => {});
    connections.push(connection);
  }
  return connections;
}

function startWait(target: Target, connection: Connection, link: Link) {
  return connection.request("GET", `/v1/interactions/${link.id}/response?wait_ms=45000`, jsonHeaders(target.apiKey));
}
