import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const BIN = "node_modules/.bin";
const REPORTS = ".build/reports";

/**
 * Runs named steps one after the other, shows each with its time, keeps going after a failure so that one run shows
 * everything, and returns how much passed and failed. A step is one check, or a whole suite that counts its tests.
 */
export async function runSteps(steps) {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const total = { passed: 0, failed: 0 };
  const failures = [];
  for (const step of steps) {
    process.stdout.write(`\n── ${step.name}\n`);
    const started = performance.now();
    const code = await run(step.command, step.env);
    const counts = step.report
      ? readCounts(step.report, code)
      : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
    total.passed += counts.passed;
    total.failed += counts.failed;
    if (counts.failed > 0) failures.push(step.name);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(`── ${step.name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)\n`);
  }
  if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(", ")}\n`);
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  return total.failed === 0 ? 0 : 1;
}

/** The checks that need neither a database nor a browser. */
export const CHECKS = [
  { name: "format", command: [`${BIN}/oxfmt`, "--check", "."] },
  { name: "lint", command: [`${BIN}/oxlint`, ".", "--deny-warnings"] },
  { name: "route types", command: ["node", "scripts/route-types.mjs"] },
  { name: "types", command: [`${BIN}/tsc`, "--noEmit"] },
  vitest("unit"),
];

/** A vitest project as a step; `env` runs the same suite against something else. */
export function vitest(project, { name = project, env = {} } = {}) {
  const report = join(REPORTS, `${name.replaceAll(" ", "-")}.json`);
  return {
    name,
    report,
    env,
    command: [
      `${BIN}/vitest`,
      "run",
      "--project",
      project,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
  };
}

/** Playwright as a step. */
export function playwright() {
  const report = join(REPORTS, "pages.json");
  return {
    name: "pages",
    report,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    command: [`${BIN}/playwright`, "test", "--reporter=line,json"],
  };
}

function run([command, ...args], env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...env } });
    child.on("error", (error) => {
      process.stdout.write(`${command} could not be started: ${error.message}\n`);
      resolve(1);
    });
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/** A suite that left no report, ran no test, or failed outside a test counts as one failure. */
function readCounts(report, code) {
  try {
    const json = JSON.parse(readFileSync(report, "utf8"));
    const passed = json.numPassedTests ?? json.stats.expected;
    const failed = json.numFailedTests ?? json.stats.unexpected + json.stats.flaky;
    return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
