import { execFileSync } from "node:child_process";

export interface ProcessRow {
  pid: number;
  parent: number;
  command: string;
}

/** Everything that runs here now; what is dead and only not yet reaped is left out. */
export function processes(): ProcessRow[] {
  return execFileSync("ps", ["-eo", "pid=,ppid=,stat=,args="], { encoding: "utf8", maxBuffer: 16_000_000 })
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null && !match[3]?.startsWith("Z"))
    .map((match) => ({ pid: Number(match?.[1]), parent: Number(match?.[2]), command: match?.[4] ?? "" }));
}

/** The process and everything below it. */
export function familyOf(pid: number): ProcessRow[] {
  const all = processes();
  const below = (parent: number): ProcessRow[] =>
    all.filter((row) => row.parent === parent).flatMap((row) => [row, ...below(row.pid)]);
  return [...all.filter((row) => row.pid === pid), ...below(pid)];
}

/** Resolves when none of these runs any more. */
export async function untilGone(pids: number[], patienceMs = 10_000): Promise<void> {
  await until(() => !processes().some(({ pid }) => pids.includes(pid)), patienceMs, "processes are still there");
}

/** Looks again and again until it holds. */
export async function until(holds: () => boolean | Promise<boolean>, patienceMs: number, fault: string): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`${fault} after ${patienceMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
