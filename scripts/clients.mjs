import { spawnSync } from "node:child_process";

/**
 * The product against programs that are not ours: the worked examples with curl, jq and Python, and nginx in front of
 * it. What is missing of them comes from the distribution.
 */
const PROGRAMS = [
  { name: "curl", packages: ["curl"], find: () => finds("curl", ["--version"]) },
  { name: "jq", packages: ["jq"], find: () => finds("jq", ["--version"]) },
  { name: "Python 3 with httpx", packages: ["python3", "python3-httpx"], find: findPython },
  { name: "nginx", packages: ["nginx-light"], find: () => finds("nginx", ["-v"]) ?? finds("/usr/sbin/nginx", ["-v"]) },
];

const missing = PROGRAMS.filter(({ find }) => find() === null);
if (missing.length > 0) install(missing.flatMap(({ packages }) => packages));
for (const { name, packages, find } of PROGRAMS) {
  const found = find();
  if (found === null) giveUp(`${name} is missing: install it (on Debian and Ubuntu: ${packages.join(" ")}).`);
  process.stdout.write(`${name}: ${found}\n`);
}
run("node", ["scripts/build.mjs"]);
run("node_modules/.bin/vitest", ["run", "--config", "e2e/clients/vitest.config.mjs", ...process.argv.slice(2)], {
  SESS_PYTHON: findPython(),
  SESS_NGINX: PROGRAMS[3].find(),
});

function install(packages) {
  process.stdout.write(`Installing ${packages.join(" ")}\n`);
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "--non-interactive"];
  for (const args of [["update"], ["install", "--yes", "--no-install-recommends", ...packages]]) {
    const [command, ...rest] = [...sudo, "apt-get", ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const { status, error, stdout, stderr } = spawnSync(command, rest, { env, encoding: "utf8" });
    if (status !== 0) giveUp(`${command} ${rest.join(" ")} failed:\n${error?.message ?? `${stdout}${stderr}`}`);
  }
}

/** The program's name, where it runs. */
function finds(command, args) {
  return spawnSync(command, args).status === 0 ? command : null;
}

/** The distribution's httpx belongs to the distribution's Python, which need not be the first in the path. */
function findPython() {
  return finds("python3", ["-c", "import httpx"]) ?? finds("/usr/bin/python3", ["-c", "import httpx"]);
}

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
}

function giveUp(fault) {
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}
