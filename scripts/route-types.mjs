import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";

// Types of deleted routes stay behind and break the type check.
rmSync(".next/types", { recursive: true, force: true });
const { status } = spawnSync("node_modules/.bin/next", ["typegen"], {
  stdio: ["ignore", "ignore", "inherit"],
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
});
process.exit(status ?? 1);
