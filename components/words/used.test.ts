import { en } from "@/components/words/en";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|^words.en\.ts$/.test(name))
  .map((name) => readFileSync(join(root, name), "utf8"))
  .join("\n");

/** Problems are looked up by the code of the issue. */
const BY_CODE = new Set(["problems"]);

it.each(groupsOf(en).filter(([group]) => !BY_CODE.has(group)))("every word of %s is said somewhere", (_, names) => {
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
});

function groupsOf(words: object): [string, string[]][] {
  return Object.entries(words).flatMap(([group, value]): [string, string[]][] =>
    typeof value === "string" ? [["page", [group]]] : [[group, Object.keys(value)]],
  );
}
