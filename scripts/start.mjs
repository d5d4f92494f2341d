import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const USAGE = `npm start                 on this machine only
npm start -- --lan        also for phones in the same network
npm start -- --keep-pages the pages as they were built last, even if their source has changed
npm run dev               for development: Next's pages reload when their source changes; for the API and the
                          answer page, start it again

PORT, PUBLIC_ORIGIN, DATABASE_URL, SESS_DATA_DIR, SESS_SECRET, TRUST_PROXY, LOG_LEVEL: see README.md
`;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
requireNode(20, 9);
requireInstall();
const flags = readFlags(process.argv.slice(2));
await start(flags).catch(giveUp);

async function start({ lan, dev, keepPages }) {
  process.env.NODE_ENV = dev ? "development" : "production";
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  const { buildAll, sayStep } = await import("./build.mjs");
  process.stdout.write("Sess\n");
  await buildAll(sayStep, ["server"]);
  const { serve, requirePlace } = await import(pathToFileURL(".build/server.mjs").href);
  // Before the pages are built: they would change under a server that is running.
  await requirePlace(lan === true);
  const pagesToo = !dev && !(keepPages && existsSync(".next/BUILD_ID"));
  await buildAll(sayStep, pagesToo ? ["answer page", "pages"] : ["answer page"]);
  await serve({ lan: lan === true, say: sayStep });
}

function readFlags(args) {
  const flags = { "--lan": "lan", "--dev": "dev", "--keep-pages": "keepPages" };
  const unknown = args.filter((arg) => !Object.hasOwn(flags, arg));
  if (unknown.length === 0) return Object.fromEntries(args.map((arg) => [flags[arg], true]));
  const help = unknown.some((arg) => arg === "--help" || arg === "-h");
  (help ? process.stdout : process.stderr).write(help ? USAGE : `Not known here: ${unknown.join(" ")}\n\n${USAGE}`);
  return process.exit(help ? 0 : 64);
}

function requireNode(major, minor) {
  const [haveMajor, haveMinor] = process.versions.node.split(".").map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  giveUp(
    new Error(
      `Sess needs Node.js ${major}.${minor} or later, this is ${process.versions.node}. ` +
        "Install a current one from https://nodejs.org, or with a version manager: nvm install --lts",
    ),
  );
}

function requireInstall() {
  if (existsSync("node_modules/next") && existsSync("node_modules/esbuild")) return;
  giveUp(new Error('The packages are not installed: run "npm ci" first.'));
}

/** Faults that the operator can do something about come without a stack. */
function giveUp(error) {
  process.stderr.write(`\n${error.message}\n${error.advice ? `\n${error.advice}\n` : ""}`);
  process.exit(1);
}
