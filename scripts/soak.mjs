import { spawnSync } from "node:child_process";

/** The crash tests at their full length: fifty kills of the server and of Postgres, a hundred of the relay. About fifteen minutes. */
const steps = [
  ["node", "scripts/build.mjs"],
  ["node_modules/.bin/vitest", "run", "--project", "house", "e2e/house/crash.test.ts"],
  ["node_modules/.bin/vitest", "run", "--project", "relay", "e2e/relay/crash.test.ts"],
  ["node_modules/.bin/vitest", "run", "--project", "db", "lib/relay/store/kill.db.test.ts"],
  // A million events behind a session, and the time it takes to come back: on a machine that does nothing else.
  ["node_modules/.bin/vitest", "run", "--project", "db", "lib/relay/store/hydrate.db.test.ts"],
];
const ROUNDS = {
  SESS_CRASH_ROUNDS: "50",
  SESS_RELAY_CRASH_ROUNDS: "100",
  SESS_RELAY_KILLS: "100",
  SESS_RELAY_EVENTS: "1000000",
};
for (const [command, ...args] of steps) {
  const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...ROUNDS, ...process.env } });
  if (status !== 0) process.exit(status ?? 1);
}
