import { circlesIn, importGraph } from "@/lint/import-graph";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const NOT_OURS = new Set(["node_modules", "dist", "test-results"]);

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) || entry.name.startsWith(".") ? [] : sourcesBelow(path);
    return /\.m?[jt]sx?$/.test(entry.name) ? [path] : [];
  });
}

const circlesOf = (files: Record<string, string>) => circlesIn(importGraph(new Map(Object.entries(files))));

it("no file of the house imports what imports it, not even a type", () => {
  const graph = importGraph(new Map(sourcesBelow("").map((path) => [path, readFileSync(join(root, path), "utf8")])));
  // A reader of imports that finds none would find no circle either.
  expect([...graph.values()].flat().length).toBeGreaterThan(graph.size);
  expect(circlesIn(graph).map((circle) => circle.join(" → "))).toEqual([]);
});

describe("a circle is found", () => {
  it.each([
    ["of types", { "lib/a.ts": `import type { B } from "@/lib/b";`, "lib/b.ts": `import type { A } from "@/lib/a";` }],
    ["of one file", { "lib/a.ts": `import { a } from "./a.js";` }],
    ["over several lines", { "a.tsx": `import {\n  b,\n  c,\n} from "@/b";`, "b.ts": `export * from "./a";` }],
    ["of a call", { "a.ts": `const b = await import("./b.js");`, "b.ts": `import "./a.js";` }],
    [
      "through a package",
      {
        "packages/protocol/src/index.ts": `export { a } from "./a.js";`,
        "packages/protocol/src/a.ts": `import type { B } from "@sess.si/protocol";`,
      },
    ],
  ] as [string, Record<string, string>][])("%s", (_, files) => {
    expect(circlesOf(files)).toHaveLength(1);
  });

  it("as the way round, without the way there", () => {
    const files = { "a.ts": `import "./b";`, "b.ts": `import "./c";`, "c.ts": `import "./b";` };
    expect(circlesOf(files)).toEqual([["b.ts", "c.ts", "b.ts"]]);
  });
});

it("a word is no import, whatever it reads like", () => {
  const files = {
    "a.ts": `import "./b";`,
    "b.ts": `export const NAMES = ["constructor", "./a"];\nconst from = "./a";`,
  };
  expect(circlesOf(files)).toEqual([]);
});

it("a package may be called what every object has", () => {
  expect(circlesOf({ "a.ts": `import "constructor";` })).toEqual([]);
});

it("files that share what they import are no circle", () => {
  const files = {
    "a.ts": `import "./b";\nimport "./c";`,
    "b.ts": `import "./d";`,
    "c.ts": `import "./d";`,
    "d.ts": "",
  };
  expect(circlesOf(files)).toEqual([]);
});
