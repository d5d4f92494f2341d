import { Connection } from "../connection.js";
import { heading, median, percentile, row } from "../measure.js";
import type { Socket } from "./socket.js";
import { call, enter, EPHEMERAL, openRoom, streamOf, type Target } from "./relay.js";

const RECIPIENTS = 15;
const ROUNDS = 5;
const ROUND_MS = 1_000;

/** One note to all fifteen in a session: deliveries per second, and when the last one has it. */
export async function fanOut(target: Target): Promise<void> {
  heading(`Fan-out 1 → ${RECIPIENTS} in one session, ephemeral, WebSocket, ${ROUNDS} rounds, medians`);
  for (const outstanding of [1, 16]) {
    const rounds: Measured[] = [];
    const stage = await open(target);
    for (let round = -1; round < ROUNDS; round += 1) {
      const measured = await measure(stage, outstanding);
      if (round >= 0) rounds.push(measured);
    }
    stage.close();
    const of = (what: keyof Measured) => median(rounds.map((round) => round[what]));
    row(`${outstanding} outstanding`, `${of("perSecond").toFixed(0)} deliveries/s  p99 ${of("p99").toFixed(2)} ms`);
  }
}

interface Measured {
  perSecond: number;
  p99: number;
}

interface Stage {
  senders: Connection[];
  send(connection: Connection, id: string): Promise<void>;
  close(): void;
}

async function open(target: Target): Promise<Stage> {
  const maker = new Connection(target.origin);
  const room = await openRoom(maker, EPHEMERAL);
  const missing = new Map<string, { left: number; done: () => void }>();
  const streams: Socket[] = [];
  for (let n = 0; n < RECIPIENTS; n += 1) {
    const stream = await streamOf(target, room, await enter(maker, room, "hears"));
    stream.onText = (text) => {
      const id = /"message":"([^"]+)"/.exec(text)?.[1];
      const one = id === undefined ? undefined : missing.get(id);
      if (one && (one.left -= 1) === 0) one.done();
    };
    streams.push(stream);
  }
  const senders = Array.from({ length: 16 }, () => new Connection(target.origin));
  return {
    senders,
    send: async (connection, id) => {
      const all = new Promise<void>((done) => missing.set(id, { left: RECIPIENTS, done }));
      const note = { kind: "note", target: "all", message: id };
      await call(connection, `${room.path}/supervisor/notes`, room.supervisorToken, note);
      await all;
      missing.delete(id);
    },
    close: () => [...senders, ...streams, maker].forEach((one) => one.close()),
  };
}

let notes = 0;

/** Told from all others, in 200 characters. */
const noteOf = (n: number): string => `${n} `.padEnd(200, "x");

async function measure(stage: Stage, outstanding: number): Promise<Measured> {
  const times: number[] = [];
  const started = performance.now();
  await Promise.all(
    stage.senders.slice(0, outstanding).map(async (connection) => {
      for (let now = started; now - started < ROUND_MS;) {
        await stage.send(connection, noteOf((notes += 1)));
        const after = performance.now();
        times.push(after - now);
        now = after;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: (times.length * RECIPIENTS) / seconds, p99: percentile(times, 99) };
}
