import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import tailwind from "@tailwindcss/postcss";
import { build } from "esbuild";
import postcss from "postcss";

const OUT = ".build/answer";
const ENTRIES = { css: "components/answer/page.css", js: "components/answer/client/main.ts" };
const MOST_SCRIPT_BYTES = 6 * 1024;

/** Builds the answer page's one stylesheet and one script under names that change with their content. */
export async function buildAnswer() {
  const files = { css: await stylesheet(), js: await script() };
  const scriptBytes = gzipSync(files.js, { level: 9 }).length;
  if (scriptBytes > MOST_SCRIPT_BYTES) {
    throw new Error(`The answer page's script is ${scriptBytes} bytes in gzip; the limit is ${MOST_SCRIPT_BYTES}.`);
  }
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const manifest = Object.fromEntries(Object.entries(files).map(([type, content]) => [type, write(type, content)]));
  writeFileSync(join(OUT, "manifest.json"), JSON.stringify(manifest));
  return { ...manifest, scriptBytes, cssBytes: gzipSync(files.css, { level: 9 }).length };
}

async function stylesheet() {
  const source = readFileSync(ENTRIES.css, "utf8");
  const result = await postcss([tailwind({ optimize: { minify: true } })]).process(source, { from: ENTRIES.css });
  return result.css;
}

async function script() {
  const result = await build({
    entryPoints: [ENTRIES.js],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["es2021", "safari15"],
    tsconfig: "tsconfig.json",
    legalComments: "none",
  });
  return result.outputFiles[0].text;
}

function write(type, content) {
  const name = `page-${createHash("sha256").update(content).digest("hex").slice(0, 12)}.${type}`;
  writeFileSync(join(OUT, name), content);
  return name;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const built = await buildAnswer();
  process.stdout.write(`answer page: ${built.css} ${built.cssBytes} B, ${built.js} ${built.scriptBytes} B in gzip\n`);
}
