import { createHash } from "node:crypto";

const MEASURE = Buffer.alloc(32 * 1024 * 1024);

/**
 * The CPU time of `run` in units of a fixed piece of work done before and after it: about 20 ms where nobody else is
 * busy. A slow or a busy machine stretches both, so a bound in these units holds there too.
 */
export function workOf(run: () => unknown): number {
  const before = cpuOf(measure);
  const own = cpuOf(run);
  return own / Math.max(before, cpuOf(measure));
}

function measure(): void {
  createHash("sha256").update(MEASURE).digest();
}

function cpuOf(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  return process.cpuUsage(start).user;
}
