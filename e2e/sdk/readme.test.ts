import { openSess } from "@/e2e/sdk/open-sess";
import { Person } from "@/e2e/support/person";
import { build } from "esbuild";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const sess = openSess();
const README = readFileSync("packages/sdk/README.md", "utf8");
const EXAMPLES = [...README.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code ?? "");
const folder = mkdtempSync(join(tmpdir(), "sess-readme-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs an example as it stands; whoever reads its link can answer. */
async function run(code: string, onLink: (link: string) => Promise<unknown>) {
  const outfile = join(folder, `example-${EXAMPLES.indexOf(code)}.mjs`);
  await build({
    stdin: { contents: code, loader: "ts", resolveDir: resolve(".") },
    alias: {
      "@sess.si/sdk": resolve("packages/sdk/src/index.ts"),
      "@sess.si/protocol": resolve("packages/protocol/src/index.ts"),
    },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
  });
  const env = { ...process.env, SESS_API_KEY: sess.server.apiKey, SESS_API_ORIGIN: sess.server.origin };
  const child = spawn(process.execPath, [outfile], { env, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  let answering: Promise<unknown> | null = null;
  child.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
    const link = /Answer here: (\S+)\n/.exec(printed)?.[1];
    if (link !== undefined) answering ??= onLink(link);
  });
  const [exit] = await once(child, "close");
  await answering;
  return { exit: exit as number | null, printed: printed.replace(/Answer here: .*\n/, "") };
}

test("there are three examples", () => expect(EXAMPLES).toHaveLength(3));

test("ask, wait, verify, complete", async () => {
  const ran = await run(EXAMPLES[0]!, (link) => new Person(link).answer("submit", { time: "14:00" }));
  expect(ran).toEqual({ exit: 0, printed: "They chose 14:00.\n" });
});

test("approve before acting, then ask again on the same link", async () => {
  const ran = await run(EXAMPLES[1]!, (link) => new Person(link).answer("approve", { message: "Greet by name" }));
  expect(ran.printed).toBe("approve: Greet by name (changed: message)\nThe same page now shows revision 2.\n");
  expect(ran.exit).toBe(0);
});

test("when something goes wrong", async () => {
  const ran = await run(EXAMPLES[2]!, async () => {});
  expect(ran).toEqual({ exit: 0, printed: "api not_found, the request was rejected\n" });
});
