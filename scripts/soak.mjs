import { spawnSync } from "node:child_process";

/** The crash test at its full length: fifty kills of the server and of Postgres under load. About five minutes. */
const steps = [
  ["node", "scripts/build.mjs"],
  ["node_modules/.bin/vitest", "run", "--project", "house", "e2e/house/crash.test.ts"],
];
for (const [command, ...args] of steps) {
  const { status } = spawnSync(command, args, { stdio: "inherit", env: { SESS_CRASH_ROUNDS: "50", ...process.env } });
  if (status !== 0) process.exit(status ?? 1);
}
