import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The page's built stylesheet and script, in memory: two files that never change under their names. */
export interface AnswerAssets {
  css: string;
  js: string;
  read(name: string): { body: Uint8Array<ArrayBuffer>; type: string } | null;
}

const TYPES = { css: "text/css; charset=utf-8", js: "text/javascript; charset=utf-8" } as const;

export const ASSETS_PATH = "/a/assets/";

/** Loads what `scripts/build-answer.mjs` made. */
export function loadAssets(folder = join(process.cwd(), ".build", "answer")): AnswerAssets {
  const { css, js } = readManifest(folder);
  const files = new Map([
    [css, { body: new Uint8Array(readFileSync(join(folder, css))), type: TYPES.css }],
    [js, { body: new Uint8Array(readFileSync(join(folder, js))), type: TYPES.js }],
  ]);
  return { css: ASSETS_PATH + css, js: ASSETS_PATH + js, read: (name) => files.get(name) ?? null };
}

function readManifest(folder: string): { css: string; js: string } {
  try {
    return JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  } catch (cause) {
    throw new Error(`The answer page was not built: ${folder} has no manifest. Run "npm run build" first.`, { cause });
  }
}
