import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test("the library is whole without Node, and does not carry the command's parts", async () => {
  const { metafile } = await build({
    entryPoints: [at("index.ts")],
    alias: { "@sess.si/protocol": at("../../protocol/src/index.ts") },
    bundle: true,
    write: false,
    metafile: true,
    platform: "browser",
    format: "esm",
    logLevel: "silent",
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.some((path) => path.includes("jose"))).toBe(true);
  expect(inputs.filter((path) => path.includes("/cli/") || path.includes("uqr"))).toEqual([]);
  const imports = Object.values(metafile.inputs).flatMap(({ imports: found }) => found);
  expect(imports.filter(({ external }) => external)).toEqual([]);
});
