import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";

export const median = (values: number[]): number => percentile(values, 50);

export function percentile(values: number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** Runs `work` over all items, `lanes` at a time, and returns items per second. */
export async function rate<T>(
  items: T[],
  lanes: number,
  work: (item: T, lane: number) => Promise<void>,
): Promise<number> {
  const queue = items.values();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (const item of queue) await work(item, lane);
    }),
  );
  return items.length / ((performance.now() - started) / 1000);
}

/** CPU time a process has used so far, in microseconds (Linux; NaN elsewhere). */
export function cpuMicros(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return Number.NaN;
  }
}

/** Memory of a process that is in RAM, in bytes (Linux; NaN elsewhere). */
export function residentBytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}

export function machine(): string {
  const processor = cpus()[0]?.model ?? "unknown processor";
  return `${processor}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
}

export function row(name: string, value: string): void {
  process.stdout.write(`  ${name.padEnd(52)} ${value}\n`);
}

export function heading(text: string): void {
  process.stdout.write(`\n${text}\n`);
}
