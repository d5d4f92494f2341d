import { Connection } from "../connection.js";
import { heading, median, residentBytes, row } from "../measure.js";
import type { Pair } from "./exchange.js";
import { call, enter, EPHEMERAL, openRoom, relayBySocket, streamOf, type Target } from "./relay.js";

const CONNECTIONS = 5_000;
const PER_SESSION = 16;
const SESSIONS = 10_000;
const LANES = 16;
const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;

/** What those cost who only wait, and whether a pair beside them notices. */
export async function many(target: Target): Promise<void> {
  heading(`Many who wait: ${CONNECTIONS} long polls, then ${CONNECTIONS} idle WebSockets; ${SESSIONS} hot sessions`);
  const pair = await relayBySocket(target, "ephemeral").open();
  const alone = await pace(pair);
  row("a pair alone", `${alone.toFixed(0)} round trips/s`);
  for (const kind of ["long polls", "WebSockets"] as const) {
    const before = residentBytes(target.pid);
    const open = await wait(target, kind);
    const each = (residentBytes(target.pid) - before) / CONNECTIONS;
    const beside = await pace(pair);
    row(`${CONNECTIONS} ${kind}, memory each, their participants and sessions included`, kib(each));
    row("the pair beside them", `${beside.toFixed(0)} round trips/s  (${(beside / alone).toFixed(2)} of alone)`);
    for (const one of open) one.close();
  }
  pair.close();
  await hotSessions(target);
}

async function wait(target: Target, kind: "long polls" | "WebSockets"): Promise<{ close(): void }[]> {
  const maker = new Connection(target.origin);
  const open: { close(): void }[] = [maker];
  for (let made = 0; made < CONNECTIONS;) {
    const room = await openRoom(maker, EPHEMERAL);
    for (let n = 0; n < PER_SESSION && made < CONNECTIONS; n += 1, made += 1) {
      const member = await enter(maker, room, "waits");
      if (kind === "WebSockets") open.push(await streamOf(target, room, member));
      else {
        const connection = new Connection(target.origin);
        // It ends with its connection; the others' coming is none of its names.
        const body = { names: ["command.received"], timeout_seconds: 600 };
        void call(connection, `${room.path}/participants/me/inbox/wait`, member.token, body).catch(() => {});
        open.push(connection);
      }
    }
  }
  return open;
}

async function pace(pair: Pair): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    let trips = 0;
    for (; performance.now() - started < 500; trips += 1) await pair.trip();
    rounds.push(trips / ((performance.now() - started) / 1000));
  }
  return median(rounds);
}

/** The cost of one more session, at the start and at the end: it should be the same. */
async function hotSessions(target: Target): Promise<void> {
  const connections = Array.from({ length: LANES }, () => new Connection(target.origin));
  const before = residentBytes(target.pid);
  const rates: number[] = [];
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const started = performance.now();
    await Promise.all(
      connections.map(async (connection) => {
        for (let n = 0; n < SESSIONS / 10 / LANES; n += 1) await openRoom(connection, EPHEMERAL);
      }),
    );
    rates.push(SESSIONS / 10 / ((performance.now() - started) / 1000));
  }
  row(`${SESSIONS} hot sessions, memory each`, kib((residentBytes(target.pid) - before) / SESSIONS));
  row("sessions created per second, first and last tenth", `${rates[0]?.toFixed(0)}, ${rates.at(-1)?.toFixed(0)}`);
  for (const connection of connections) connection.close();
}
