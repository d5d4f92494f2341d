import { cpuMicros, heading, median, percentile, row } from "../measure.js";
import type { Exchange, Pair } from "./exchange.js";
import { pollFloor, pushFloor, socketFloor, type FloorServer } from "./floors.js";
import { relayByPoll, relayBySocket, type Target } from "./relay.js";

const ROUNDS = 5;
const PAIRS = [1, 16, 64];
/** Long enough to be steady, short enough that a whole run takes minutes. */
const ROUND_MS = 1_000;

interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  cpu: number;
}

/** What of ours is held against which floor. */
interface Comparison {
  ours: Exchange;
  floor: Exchange;
  wanted: string;
}

/** Round trips per second and how long one takes, ours beside floors that know no rules, in turns on one machine. */
export async function roundTrips(target: Target, floors: FloorServer): Promise<void> {
  const comparisons: Comparison[] = [
    { ours: relayByPoll(target), floor: pollFloor(floors), wanted: "≥ 0.50" },
    { ours: relayBySocket(target, "ephemeral"), floor: pushFloor(floors), wanted: "≥ 0.50" },
    { ours: relayBySocket(target, "persisted"), floor: socketFloor(floors, "durable"), wanted: "≥ 0.60 at 64 pairs" },
  ];
  const beside = [socketFloor(floors, "plain")];
  for (const pairs of PAIRS) {
    heading(`Round trips, ${pairs} ${pairs === 1 ? "pair" : "pairs"}, 200 bytes, ${ROUNDS} rounds, medians`);
    const exchanges = [...comparisons.flatMap(({ ours, floor }) => [floor, ours]), ...beside];
    const results = await inTurns(exchanges, pairs);
    for (const exchange of exchanges) report(exchange.name, results.get(exchange) ?? []);
    for (const { ours, floor, wanted } of comparisons) {
      const [mine, bare] = [results.get(ours) ?? [], results.get(floor) ?? []];
      const ratio = (of: keyof Measured) => median(mine.map((one, n) => one[of] / (bare[n]?.[of] ?? Number.NaN)));
      row(`${ours.name} : ${floor.name}`, `${ratio("perSecond").toFixed(2)}  (wanted ${wanted})`);
      if (pairs === 16) row("  the same for p99", `${ratio("p99").toFixed(1)}  (wanted ≤ 3)`);
    }
  }
}

async function inTurns(exchanges: Exchange[], count: number): Promise<Map<Exchange, Measured[]>> {
  const pairs = new Map<Exchange, Pair[]>();
  for (const exchange of exchanges) {
    const opened: Pair[] = [];
    for (let n = 0; n < count; n += 1) opened.push(await exchange.open());
    pairs.set(exchange, opened);
  }
  const results = new Map<Exchange, Measured[]>(exchanges.map((exchange) => [exchange, []]));
  for (let round = -1; round < ROUNDS; round += 1)
    for (const exchange of exchanges) {
      const measured = await measure(exchange, pairs.get(exchange) ?? []);
      if (round >= 0) results.get(exchange)?.push(measured); // the first warms up
    }
  for (const opened of pairs.values()) for (const pair of opened) pair.close();
  return results;
}

async function measure({ pid }: Exchange, pairs: Pair[]): Promise<Measured> {
  const times: number[] = [];
  const started = performance.now();
  const before = cpuMicros(pid);
  await Promise.all(
    pairs.map(async (pair) => {
      for (let now = started; now - started < ROUND_MS;) {
        await pair.trip();
        const after = performance.now();
        times.push(after - now);
        now = after;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return {
    perSecond: times.length / seconds,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    cpu: (cpuMicros(pid) - before) / times.length,
  };
}

function report(name: string, rounds: Measured[]): void {
  const of = (what: keyof Measured): number => median(rounds.map((round) => round[what]));
  const times = `p50 ${of("p50").toFixed(2)} ms  p99 ${of("p99").toFixed(2)} ms`;
  row(name, `${of("perSecond").toFixed(0)}/s  ${times}  ${of("cpu").toFixed(0)} µs of server CPU`);
}
