#!/usr/bin/env node
// Installed, this package has only dist; in its repository the source is run, which is never older than itself.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../src/cli/run.ts", import.meta.url));
const { run } = existsSync(source) ? await bundled(source) : await import("../dist/cli/run.js");
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
await run(version);

async function bundled(entry) {
  const { build } = await import("esbuild");
  const protocol = fileURLToPath(new URL("../../protocol/src/index.ts", import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
    alias: { "@sess.si/protocol": protocol },
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
