import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const USAGE = `npm start                 on this machine only
npm start -- --lan        also for phones in the same network
npm run dev               for development: pages reload when their source changes

PORT, PUBLIC_ORIGIN, DATABASE_URL, SESS_DATA_DIR, SESS_SECRET, TRUST_PROXY, LOG_LEVEL: see README.md
`;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
requireNode(20, 9);
requireInstall();
const flags = readFlags(process.argv.slice(2));
await start(flags).catch(giveUp);

async function start({ lan, dev }) {
  process.env.NODE_ENV = dev ? "development" : "production";
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  const { buildAll, sayStep } = await import("./build.mjs");
  process.stdout.write("Sess\n");
  await buildAll(sayStep, ["server"]);
  const { serve, refuseSecondServer } = await import(pathToFileURL(".build/server.mjs").href);
  // Before the pages are built: they would change under a server that is running.
  await refuseSecondServer();
  await buildAll(sayStep, dev ? ["answer page"] : ["answer page", "pages"]);
  await serve({ lan, say: sayStep });
}

function readFlags(args) {
  const unknown = args.filter((arg) => !["--lan", "--dev"].includes(arg));
  if (unknown.length === 0) return { lan: args.includes("--lan"), dev: args.includes("--dev") };
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
