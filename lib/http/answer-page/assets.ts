import { zip } from "@/lib/http/answer-page/gzip";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The page's built stylesheet and script, in memory: two files that never change under their names. */
export interface AnswerAssets {
  css: string;
  js: string;
  read(name: string): Asset | null;
}

export interface Asset {
  type: string;
  plain: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
}

const TYPES = { css: "text/css; charset=utf-8", js: "text/javascript; charset=utf-8" } as const;

export const ASSETS_PATH = "/a/assets/";

/** Loads what `scripts/build-answer.mjs` made. */
export function loadAssets(folder = join(process.cwd(), ".build", "answer")): AnswerAssets {
  const { css, js } = readManifest(folder);
  const files = new Map([
    [css, readAsset(join(folder, css), TYPES.css)],
    [js, readAsset(join(folder, js), TYPES.js)],
  ]);
  return { css: ASSETS_PATH + css, js: ASSETS_PATH + js, read: (name) => files.get(name) ?? null };
}

function readAsset(path: string, type: string): Asset {
  const plain = new Uint8Array(readFileSync(path));
  return { type, plain, gzip: zip(plain) };
}

function readManifest(folder: string): { css: string; js: string } {
  try {
    return JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  } catch (cause) {
    throw new Error(`The answer page was not built: ${folder} has no manifest. Run "npm run build" first.`, { cause });
  }
}
