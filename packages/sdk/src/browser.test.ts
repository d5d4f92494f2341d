import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What a bundler takes into a page for this entry. */
async function bundleFor(entry: string) {
  const { metafile } = await build({
    entryPoints: [at(entry)],
    alias: { "@sess.si/protocol": at("../../protocol/src/index.ts") },
    bundle: true,
    write: false,
    metafile: true,
    platform: "browser",
    format: "esm",
    logLevel: "silent",
  });
  return metafile;
}

test("the library is whole without Node, and does not carry the command's parts", async () => {
  const metafile = await bundleFor("index.ts");
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.some((path) => path.includes("jose"))).toBe(true);
  // Of ws a browser gets what says that it has a WebSocket of its own.
  expect(inputs.filter((path) => path.includes("node_modules/ws/")).map((path) => path.split("/").at(-1))).toEqual([
    "browser.js",
  ]);
  expect(inputs.filter((path) => path.includes("/cli/") || path.includes("uqr"))).toEqual([]);
  const imports = Object.values(metafile.inputs).flatMap(({ imports: found }) => found);
  expect(imports.filter(({ external }) => external)).toEqual([]);
});

test("the relay's part carries nothing of Ask's", async () => {
  const metafile = await bundleFor("relay/index.ts");
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.filter((path) => /jose|\/receipts\/|\/interactions\//.test(path))).toEqual([]);
});
