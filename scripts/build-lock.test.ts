import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sess-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Notes that it came, lets others run, notes that it goes. */
const BUILD = `import { appendFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { whileNobodyElseBuilds } from ${JSON.stringify(resolve("scripts/build-lock.mjs"))};
for (let n = 0; n < 3; n++) {
  await whileNobodyElseBuilds(async () => {
    appendFileSync("order", process.pid + "+ ");
    await delay(20);
    appendFileSync("order", process.pid + "- ");
  }, "made/lock");
}`;

it("lets one build at a time, also after one that died", { timeout: 60_000 }, async () => {
  writeFileSync(join(folder, "build.mjs"), BUILD);
  const dead = await promisify(execFile)(process.execPath, ["-p", "process.pid"]);
  const run = () => promisify(execFile)(process.execPath, ["build.mjs"], { cwd: folder });
  await run();
  writeFileSync(join(folder, "made/lock"), dead.stdout.trim());
  await Promise.all(Array.from({ length: 5 }, run));
  const order = readFileSync(join(folder, "order"), "utf8").trim().split(" ");
  expect(order).toHaveLength(36);
  for (let n = 0; n < order.length; n += 2) expect(order[n + 1]).toBe(order[n]?.replace("+", "-"));
  expect(readdirSync(join(folder, "made"))).toEqual([]);
});
