import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { until } from "./processes";
import { startServer } from "@/e2e/support/server";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "sess-first-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

interface Attempt {
  child: ChildProcess;
  output(): string;
  ended: Promise<unknown>;
}

function attempt(): Attempt {
  const child = spawn(process.execPath, ["scripts/start.mjs", "--keep-pages"], {
    env: { ...process.env, NODE_ENV: "production", SESS_DATA_DIR: dataDir, PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output, ended: once(child, "exit") };
}

it("lets one of several first starts win, and the others say who did", async () => {
  const attempts = [attempt(), attempt(), attempt()];
  const isReady = ({ output }: Attempt): boolean => /^Ready: /m.test(output());
  await until(
    () => attempts.filter(({ child }) => child.exitCode !== null).length === 2 && attempts.some(isReady),
    100_000,
    "they did not settle",
  );
  const winner = attempts.find(isReady);
  for (const { child, output } of attempts.filter((each) => each !== winner)) {
    expect(child.exitCode).toBe(1);
    expect(output()).toContain(`process ${winner?.child.pid}, http://localhost:`);
  }
  winner?.child.kill("SIGTERM");
  await winner?.ended;
  expect(winner?.child.exitCode).toBe(0);
});

it("begins anew where a first start was cut off while it made the database", async () => {
  const unfinished = (): boolean => readdirSync(dataDir).some((name) => name.startsWith("postgres.new-"));
  const cut = attempt();
  await until(unfinished, 60_000, "it made no database");
  cut.child.kill("SIGKILL");
  await cut.ended;
  expect(readdirSync(dataDir)).not.toContain("postgres");
  const server = await startServer({ dataDir });
  expect(unfinished()).toBe(false);
  expect(await server.stop()).toBe(0);
});
