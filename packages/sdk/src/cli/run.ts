import { systemClock } from "../clock.js";
import type { Io } from "./io.js";
import { main } from "./main.js";

/** Runs the command that this process was started for; the version is its package's. */
export async function run(version: string): Promise<void> {
  const interrupt = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupt.abort());
  const io: Io = {
    version,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    readStdin,
    signal: interrupt.signal,
    clock: systemClock,
    wallClock: () => Date.now(),
  };
  process.exitCode = await main(process.argv.slice(2), io);
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
