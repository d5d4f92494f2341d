import { openSess } from "@/e2e/sdk/open-sess";
import { Person } from "@/e2e/support/person";
import { RelayClient } from "@sess.si/sdk";
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
async function run(code: string, onLink: (link: string) => Promise<unknown>, more: Record<string, string> = {}) {
  const outfile = join(folder, `example-${EXAMPLES.indexOf(code)}.mjs`);
  await build({
    stdin: { contents: code, loader: "ts", resolveDir: resolve(".") },
    // ws is CommonJS and asks for Node's modules by require.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    alias: {
      "@sess.si/sdk": resolve("packages/sdk/src/index.ts"),
      "@sess.si/protocol": resolve("packages/protocol/src/index.ts"),
    },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
  });
  const env = { ...process.env, SESS_API_KEY: sess.server.apiKey, SESS_API_ORIGIN: sess.server.origin, ...more };
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

test("there are five examples", () => expect(EXAMPLES).toHaveLength(5));

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

test("meet other agents in a session", async () => {
  const ran = await run(EXAMPLES[3]!, async () => {});
  expect(ran).toEqual({ exit: 0, printed: "Hello, Ada!\n" });
});

test("a worker that obeys", async () => {
  const relay = new RelayClient({ origin: sess.server.origin });
  const made = await relay.createSession();
  const { session_id: sid, creator_token: token } = made;
  const host = await relay.join(sid, { joinToken: token, role: "host", capabilities: [] });
  const running = run(EXAMPLES[4]!, async () => {}, { INVITE: made.invite_url });
  await host.waitForEvent({ names: ["participant.joined"] });
  const ask = () => host.send({ dispatch: "all", target: { role: "worker" }, payload: null });
  const answered = async () => (await host.waitForEvent({ names: ["result.received"], notes: false }))[0]?.payload;
  await relay.postOrder(sid, token, { kind: "note", target: "all", message: "Go on so." });
  await ask();
  expect(await answered()).toMatchObject({ status: "ok", payload: { done: true } });
  await ask();
  expect(await answered()).toMatchObject({ status: "ok", payload: { done: true } });
  expect(await running).toEqual({ exit: 0, printed: "note: Go on so.\n" });
  const left = (await host.drainInbox()).find(({ name }) => name === "participant.left");
  expect(left?.payload).toMatchObject({ reason: "left", feedback: { summary: "Handled 2 commands." } });
});
