import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const name = process.argv[2] ?? "ask";
const script = `bench/${name}/run.ts`;
if (!existsSync(script)) {
  process.stderr.write(`There is no benchmark called ${name}. Have a look into bench/.\n`);
  process.exit(64);
}
const built = spawnSync("node", ["scripts/build.mjs"], { stdio: "inherit" });
if (built.status !== 0) process.exit(built.status ?? 1);
const { status } = spawnSync("node_modules/.bin/tsx", [script, ...process.argv.slice(3)], { stdio: "inherit" });
process.exit(status ?? 1);
