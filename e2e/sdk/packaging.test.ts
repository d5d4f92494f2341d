import { openSess } from "@/e2e/sdk/open-sess";
import { Person } from "@/e2e/support/person";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
const sess = openSess();
const folder = mkdtempSync(join(tmpdir(), "sess-consumer-"));
const tarballs = join(folder, "tarballs");
const consumer = join(folder, "consumer");
afterAll(() => rmSync(folder, { recursive: true }));

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
}

/** What a registry would give, from what is installed here: the packages, and whatever they depend on. */
async function packAll(): Promise<Record<string, string>> {
  const packed: Record<string, string> = {};
  const wanted = ["packages/protocol", "packages/sdk"];
  for (const path of wanted) {
    const manifest = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as Manifest;
    if (packed[manifest.name] !== undefined) continue;
    packed[manifest.name] = await pack(path);
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      if (!name.startsWith("@sess.si/")) wanted.push(installed(path, name));
    }
  }
  return packed;
}

async function pack(path: string): Promise<string> {
  const isOwn = path.startsWith("packages/");
  // A published package is packed as it was published: its scripts are for its own repository.
  const from = isOwn ? path : withoutScripts(path);
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", tarballs, resolve(from)], {
    maxBuffer: 1e8,
  });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf("[\n"))) as [{ filename: string }];
  return `file:${join(tarballs, filename)}`;
}

function withoutScripts(path: string): string {
  const manifest = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as Manifest & { scripts?: unknown };
  const copy = join(folder, "installed", manifest.name);
  cpSync(path, copy, { recursive: true, filter: (from) => !from.slice(path.length).includes("node_modules") });
  delete manifest.scripts;
  writeFileSync(join(copy, "package.json"), JSON.stringify(manifest));
  return copy;
}

function installed(from: string, name: string): string {
  const require = createRequire(resolve(from, "package.json"));
  const paths = require.resolve.paths(name) ?? [];
  const found = paths.map((path) => join(path, name)).find((path) => canRead(join(path, "package.json")));
  if (found === undefined) throw new Error(`${name} is not installed`);
  return found;
}

function canRead(path: string): boolean {
  try {
    return readFileSync(path).length > 0;
  } catch {
    return false;
  }
}

beforeAll(async () => {
  mkdirSync(tarballs);
  mkdirSync(consumer);
  const packed = await packAll();
  const { "@sess.si/sdk": sdk, ...rest } = packed;
  const manifest = {
    name: "consumer",
    private: true,
    type: "module",
    dependencies: { "@sess.si/sdk": sdk },
    overrides: rest,
  };
  writeFileSync(join(consumer, "package.json"), JSON.stringify(manifest));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund"], { cwd: consumer });
});

describe("what a consumer installs", () => {
  test("is what runs, and nothing of the workshop", async () => {
    const { stdout } = await run(
      "tar",
      ["-tf", (await readDirectory(tarballs)).find((name) => name.includes("sess.si-sdk"))!],
      {
        cwd: tarballs,
      },
    );
    const names = stdout.trim().split("\n");
    expect(names).toContain("package/dist/index.d.ts");
    expect(names).toContain("package/bin/sess.js");
    expect(names).toContain("package/README.md");
    expect(names.filter((name) => /\.test\.|\/testing\/|\/src\//.test(name))).toEqual([]);
  });

  test("can be imported in Node, with its manifest", async () => {
    const code = `
      import { SessClient, isSessError } from "@sess.si/sdk";
      import { LIMITS } from "@sess.si/protocol";
      import manifest from "@sess.si/sdk/package.json" with { type: "json" };
      try { new SessClient({}) } catch (error) { console.log(isSessError(error), error.kind, LIMITS.title, manifest.bin.sess) }`;
    const { stdout } = await run(process.execPath, ["--no-warnings", "--input-type=module", "-e", code], {
      cwd: consumer,
    });
    expect(stdout).toBe("true configuration 80 ./bin/sess.js\n");
  });

  test("has the relay's part, which finds ws in a Node that has no WebSocket of its own", async () => {
    const code = `
      import { RelayClient } from "@sess.si/sdk/relay";
      delete globalThis.WebSocket;
      const relay = new RelayClient({ origin: process.env.SESS_API_ORIGIN, transport: "socket" });
      const made = await relay.createSession();
      const me = await relay.joinLink(made.invite_url);
      await relay.postOrder(made.session_id, made.supervisor_token, { kind: "note", target: "all", message: "hello" });
      for await (const event of me.events({ timeoutSeconds: 60 })) {
        console.log(event.name, event.payload.message);
        break;
      }
      await relay.deleteSession(made.session_id, made.creator_token);`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code], {
      cwd: consumer,
      env: { ...process.env, SESS_API_ORIGIN: sess.server.origin },
    });
    expect(stdout).toBe("supervisor.note hello\n");
  });

  test.each(["nodenext", "bundler"])(
    "type-checks under %s, examples of the README included",
    async (moduleResolution) => {
      const readme = readFileSync(join(consumer, "node_modules/@sess.si/sdk/README.md"), "utf8");
      const examples = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code ?? "");
      const files = examples.map((code, at) => {
        writeFileSync(join(consumer, `example-${at}.ts`), code);
        return `example-${at}.ts`;
      });
      writeFileSync(
        join(consumer, "wrong.ts"),
        `import { SessClient } from "@sess.si/sdk";
       const sess = new SessClient({ apiKey: "k", origin: "https://sess.example" });
       // @ts-expect-error -- a wait for an outcome that nobody has heard of
       if ((await sess.interactions.waitForResponse("int_1", { revision: 1 })).state === "asleep") console.log();
       // @ts-expect-error -- only an answered interaction has a response
       (await sess.interactions.waitForResponse("int_1", { revision: 1 })).response;`,
      );
      writeFileSync(
        join(consumer, "wrong-relay.ts"),
        `import { RelayClient, type Participant } from "@sess.si/sdk/relay";
       const me: Participant = await new RelayClient({ webSocket: (url, protocols) => new WebSocket(url, protocols) }).joinLink("");
       for await (const event of me.events()) {
         if (event.name === "command.received") console.log(event.payload.command_id.length, event.seq);
         // @ts-expect-error -- the record is under participant
         if (event.name === "participant.joined") console.log(event.payload.role);
         // @ts-expect-error -- no such event
         if (event.name === "command.forgotten") console.log();
       }
       // @ts-expect-error -- a dispatch that nobody has heard of
       await me.send({ dispatch: "some", target: {} });`,
      );
      const types = dirname(dirname(installed(".", "@types/node")));
      const options = {
        target: "es2022",
        strict: true,
        noEmit: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
      };
      const compilerOptions = {
        ...options,
        module: moduleResolution === "bundler" ? "esnext" : "nodenext",
        moduleResolution,
        types: ["node"],
        typeRoots: [join(types, "@types")],
      };
      writeFileSync(
        join(consumer, "tsconfig.json"),
        JSON.stringify({ compilerOptions, files: [...files, "wrong.ts", "wrong-relay.ts"] }),
      );
      const tsc = resolve("node_modules/.bin/tsc");
      const { stdout } = await run(tsc, ["-p", consumer], { cwd: consumer }).catch(
        (error: { stdout: string }) => error,
      );
      expect(stdout).toBe("");
    },
  );

  test("has a command that asks, waits, and prints the verified answer", async () => {
    const env = { ...process.env, SESS_API_KEY: sess.server.apiKey, SESS_API_ORIGIN: sess.server.origin };
    const child = spawn(join(consumer, "node_modules/.bin/sess"), ["ask", "Name?", "--text", "Name"], {
      cwd: consumer,
      env,
    });
    const output = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
    const link = new Promise<string>((resolve) => {
      child.stderr.on("data", (chunk: Buffer) => {
        output.stderr += chunk.toString();
        const found = /(http\S+\/a\/\S+)\n/.exec(output.stderr)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    const ended = once(child, "close");
    await new Person(await Promise.race([link, ended.then(() => Promise.reject(new Error(output.stderr)))])).answer(
      "submit",
      {
        name: "Ann",
      },
    );
    expect([(await ended)[0], output.stdout]).toEqual([0, "Ann\n"]);
  });
});

async function readDirectory(path: string): Promise<string[]> {
  const { readdir } = await import("node:fs/promises");
  return readdir(path);
}
