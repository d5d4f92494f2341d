import { openSess } from "@/e2e/sdk/open-sess";
import { Person } from "@/e2e/support/person";
import { age } from "@/e2e/support/rows";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

const sess = openSess();
const BIN = resolve("packages/sdk/bin/sess.js");
const running = new Set<ChildProcess>();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sess-command-"));
  mkdirSync(join(folder, ".data"));
  const { origin, apiKey } = sess.server;
  writeFileSync(join(folder, ".data/credentials.json"), JSON.stringify({ origin, api_key: apiKey }));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

/** Runs the command as a script would, in a folder where a server keeps its credentials. */
function sessCommand(...args: string[]) {
  const { SESS_API_KEY: _, SESS_API_ORIGIN: __, ...env } = process.env;
  const child = spawn(process.execPath, [BIN, ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  const output = { stdout: "", stderr: "" };
  let heard = () => {};
  for (const name of ["stdout", "stderr"] as const) {
    child[name].on("data", (chunk: Buffer) => {
      output[name] += chunk.toString();
      heard();
    });
  }
  const ended = once(child, "close").then(([code]) => code as number | null);
  const says = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(output.stderr)?.[1];
      if (found !== undefined) return found;
      const next = new Promise<void>((resolve) => (heard = resolve));
      const isOver = await Promise.race([next.then(() => false), ended.then(() => true)]);
      if (isOver && !pattern.test(output.stderr)) throw new Error(`it ended with:\n${output.stderr}`);
    }
  };
  return {
    child,
    ended,
    output,
    link: () => says(/(http\S+\/a\/\S+)\n/),
    waits: () => says(/(Waiting — )/),
  };
}

test("a person's choice is printed, and their page knows that it arrived", async () => {
  const command = sessCommand("ask", "What time works?", "--choice", "9:00", "--choice", "14:00");
  const person = new Person(await command.link());
  await person.answer("submit", { answer: "14:00" });
  expect([await command.ended, command.output.stdout]).toEqual([0, "14:00\n"]);
  expect((await person.open()).html).toContain("Done. The agent has what it needs.");
});

test("a script reads JSON and the exit code of a No", async () => {
  const command = sessCommand("ask", "Deploy?", "--yes-no", "--json", "--expires-in", "2h");
  await new Person(await command.link()).answer("no");
  expect(await command.ended).toBe(2);
  expect(JSON.parse(command.output.stdout)).toMatchObject({
    state: "answered",
    response: { actionId: "no", values: {}, verified: true },
  });
});

describe("nobody answers", () => {
  const idOf = async (link: string) => {
    const { interactions } = await sess.client().interactions.list({ state: "waiting", limit: 1 });
    expect((await new Person(link).open()).status).toBe(200);
    return interactions[0]?.id ?? "";
  };

  test("withdrawn is 4", async () => {
    const command = sessCommand("ask", "Anyone?");
    const id = await idOf(await command.link());
    await command.waits();
    await sess.client().interactions.withdraw(id);
    expect([await command.ended, command.output.stdout]).toEqual([4, ""]);
  });

  test("expired is 3", async () => {
    const asked = sessCommand("ask", "Anyone?", "--no-wait", "--json");
    expect(await asked.ended).toBe(0);
    const { id } = JSON.parse(asked.output.stdout) as { id: string };
    await age(sess.sql, id, 2 * 24 * 3_600_000);
    const command = sessCommand("wait", id);
    expect([await command.ended, command.output.stdout]).toEqual([3, ""]);
  });
});

test("Ctrl-C leaves the link open, and sess wait takes it up again", async () => {
  const command = sessCommand("ask", "Name?", "--text", "Name");
  const link = await command.link();
  await command.waits();
  command.child.kill("SIGINT");
  expect(await command.ended).toBe(130);
  const id = /To wait again: (?:npx )?sess wait (int_\S+)\n/.exec(command.output.stderr)?.[1] ?? "";
  await new Person(link).answer("submit", { name: "Ann" });
  const again = sessCommand("wait", id);
  expect([await again.ended, again.output.stdout]).toEqual([0, "Ann\n"]);
});

test("npx finds the command in a clone, as it stands after npm ci", async () => {
  const env = { ...process.env, npm_config_offline: "true" };
  const child = spawn("npx", ["sess", "--help"], { env, stdio: ["ignore", "pipe", "inherit"] });
  running.add(child);
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  expect((await once(child, "close"))[0]).toBe(0);
  expect(printed).toContain('sess ask "What time works?"');
});

test("--version is the package's", async () => {
  const { version } = JSON.parse(readFileSync("packages/sdk/package.json", "utf8")) as { version: string };
  const command = sessCommand("--version");
  expect([await command.ended, command.output.stdout]).toEqual([0, `${version}\n`]);
});

test("a server that is not there is 69, wrong usage and an address that cannot be used are 64", async () => {
  const away = sessCommand("ask", "Name?", "--origin", "http://localhost:2");
  const wrong = sessCommand("ask", "Name?", "--colour");
  const unusable = sessCommand("ask", "Name?", "--origin", "http://localhost:9");
  expect([await away.ended, await wrong.ended, await unusable.ended]).toEqual([69, 64, 64]);
  expect(unusable.output.stderr).toContain("http://localhost:9 cannot be used");
});
