import { build } from "esbuild";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const home = resolve(import.meta.dirname, "..");
const root = resolve(home, "../..");

/** Below the root, so that the built files find zod as a consumer's would. */
let dist = "";

beforeAll(async () => {
  mkdirSync(join(root, ".build"), { recursive: true });
  dist = mkdtempSync(join(root, ".build/protocol-"));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  await run(process.execPath, [tsc, "-p", join(home, "tsconfig.build.json"), "--outDir", dist]);
}, 120_000);

afterAll(() => rmSync(dist, { recursive: true, force: true }));

function filesOf(ending: string): string[] {
  return readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(ending));
}

async function bundled(...names: string[]): Promise<{ bytes: number; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `export { ${names.join(", ")} } from ${JSON.stringify(join(home, "src/index.ts"))}`,
      resolveDir: home,
    },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
  });
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return { bytes: gzipSync(outputFiles[0]?.contents ?? "").length, inputs: inputs.map(([file]) => file) };
}

describe("the built package", () => {
  it("has types beside every module", () => {
    const modules = filesOf(".js");
    expect(modules.length).toBeGreaterThan(30);
    expect(
      filesOf(".d.ts")
        .map((file) => file.replace(/\.d\.ts$/, ".js"))
        .toSorted(),
    ).toEqual(modules.toSorted());
  });

  it("imports its own files, as Node finds them, and zod", () => {
    for (const file of [...filesOf(".js"), ...filesOf(".d.ts")]) {
      const source = readFileSync(join(dist, file), "utf8");
      const specifiers = [...source.matchAll(/(?:from|import)\s*\(?"([^"]+)"/g)].map(([, specifier]) => specifier);
      for (const specifier of specifiers) expect(specifier, file).toMatch(/^(?:zod|zod\/.*|\.\.?\/.*\.js)$/);
    }
  });

  it("runs in Node", async () => {
    const script = `
      import * as protocol from ${JSON.stringify(join(dist, "index.js"))};
      import { readFileSync } from "node:fs";
      const read = (file) => JSON.parse(readFileSync(file, "utf8"));
      const { input, surface } = read(${JSON.stringify(join(home, "fixtures/valid/approve-a-commit.json"))});
      const same = protocol.canonicalJson(protocol.parseInteraction(input)) === protocol.canonicalJson(surface);
      console.log(same, Object.keys(protocol).length > 40);`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script]);
    expect(stdout).toBe("true true\n");
  });
});

describe("in a browser's bundle", () => {
  it("checking an answer brings neither zod nor the schemas", async () => {
    const { bytes, inputs } = await bundled(
      "checkAnswer",
      "fieldsOf",
      "fieldKind",
      "optionsOf",
      "isProtocolError",
      "canonicalJson",
    );
    expect(inputs.filter((file) => file.includes("zod"))).toEqual([]);
    expect(bytes).toBeLessThan(5 * 1024);
  });

  it("everything fits beside a page", async () => {
    const { bytes } = await bundled("parseInteraction", "parseAsk", "InteractionDetail", "ResponseReply");
    expect(bytes).toBeLessThan(50 * 1024);
  });
});
