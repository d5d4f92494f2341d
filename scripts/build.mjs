import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { whileNobodyElseBuilds } from "./build-lock.mjs";
import { fingerprint } from "./fingerprint.mjs";

const SOURCES = ["app", "components", "lib", "packages/protocol/src", "packages/sdk/src", "public"];
const SETTINGS = ["package.json", "package-lock.json", "tsconfig.json"];
const FRONT_ONLY = ["lib/front", "components/answer/client", "components/answer/styles"];

/** What a production start needs. Each step runs only when what it is made from has changed. */
const STEPS = [
  {
    name: "server",
    made: ".build/server.mjs",
    inputs: [...SOURCES, ...SETTINGS, "db", "server.ts", "pages-server.ts", "scripts"],
    run: bundle,
  },
  {
    name: "answer page",
    made: ".build/answer/manifest.json",
    inputs: [...SOURCES, ...SETTINGS, "scripts"],
    run: () => script("scripts/build-answer.mjs"),
  },
  {
    name: "pages",
    made: ".next/BUILD_ID",
    inputs: [...SOURCES, ...SETTINGS, "db", "next.config.ts", "proxy.ts", "tsconfig.next.json"],
    without: [...FRONT_ONLY, "db/embedded"],
    run: buildPages,
  },
];

/** Builds what is stale and tells `say(name, seconds | null)` of every step; null: nothing to do. */
export async function buildAll(say, only = STEPS.map(({ name }) => name)) {
  for (const step of STEPS.filter(({ name }) => only.includes(name))) {
    // Whoever only runs what is built need not be able to write here.
    if (isFresh(step)) say(step.name, null);
    else await whileNobodyElseBuilds(() => refresh(step, say));
  }
}

async function refresh(step, say) {
  if (isFresh(step)) return say(step.name, null);
  const digest = digestOf(step);
  rmSync(stampOf(step), { force: true });
  const started = performance.now();
  await step.run();
  writeFileSync(stampOf(step), digest);
  say(step.name, (performance.now() - started) / 1000);
}

function isFresh(step) {
  const stamp = stampOf(step);
  return existsSync(step.made) && existsSync(stamp) && readFileSync(stamp, "utf8") === digestOf(step);
}

function stampOf({ name }) {
  return `.build/${name.replaceAll(" ", "-")}.stamp`;
}

function digestOf({ inputs, without }) {
  return fingerprint(inputs, without);
}

async function bundle() {
  const { build } = await import("esbuild");
  mkdirSync(".build", { recursive: true });
  await build({
    entryPoints: { server: "server.ts", "pages-server": "pages-server.ts", admin: "scripts/admin.ts" },
    outdir: ".build",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    jsx: "automatic",
    sourcemap: "linked",
    plugins: [externalPackages],
    logLevel: "silent",
  });
}

/** Workspace source goes into the bundle, installed packages do not. */
const externalPackages = {
  name: "external-packages",
  setup: (build) =>
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" || path.startsWith("@/") || path.startsWith("@sess.si/")
        ? undefined
        : { path, external: true },
    ),
};

async function buildPages() {
  await script("node_modules/next/dist/bin/next", ["build"]);
}

/** Runs a script of ours to its end; what it printed is shown only when it failed. */
async function script(path, args = []) {
  if (!existsSync(path)) throw new Error(`${path} is missing: run "npm ci" and check the clone`);
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1" },
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const stop = () => child.kill() && process.exit(143);
  process.once("SIGTERM", stop);
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  process.off("SIGTERM", stop);
  if (code !== 0) throw new Error(`${path} ${args.join(" ")} failed:\n${tail(output)}`);
}

/** Where the fault stands: tools print their warnings first. */
function tail(output) {
  return output.trimEnd().split("\n").slice(-60).join("\n");
}

/** One line for a step, as `npm start` and `npm run build` show it. */
export function sayStep(name, seconds) {
  process.stdout.write(`  ${name.padEnd(14)} ${seconds === null ? "up to date" : `${seconds.toFixed(1)} s`}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await buildAll(sayStep).catch((error) => {
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  });
}
