import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const root = new URL("..", import.meta.url).pathname;

/** A file that breaks one rule of the house, and the word the linter must say about it. */
const BREACHES: { layer: string; file: string; code: string; rule: string }[] = [
  { layer: "protocol", file: "packages/protocol/src/x.ts", code: `import "node:fs";`, rule: "no-restricted-imports" },
  { layer: "protocol", file: "packages/protocol/src/x.ts", code: `import "@/lib/env";`, rule: "no-restricted-imports" },
  { layer: "protocol", file: "packages/protocol/src/x.ts", code: `void fetch("/");`, rule: "no-restricted-globals" },
  { layer: "core", file: "lib/ask/core/x.ts", code: `import "node:crypto";`, rule: "no-restricted-imports" },
  { layer: "core", file: "lib/ask/core/x.ts", code: `import "@/lib/ask/verbs/create";`, rule: "no-restricted-imports" },
  { layer: "core", file: "lib/ask/core/x.ts", code: `import "@/lib/context";`, rule: "no-restricted-imports" },
  { layer: "core", file: "lib/ask/core/x.ts", code: `import "@/db/client";`, rule: "no-restricted-imports" },
  { layer: "core", file: "lib/relay/core/x.ts", code: `import "react";`, rule: "no-restricted-imports" },
  { layer: "core", file: "lib/ask/core/x.ts", code: `export const t = Date.now();`, rule: "no-restricted-properties" },
  {
    layer: "core",
    file: "lib/ask/core/x.ts",
    code: `export const r = Math.random();`,
    rule: "no-restricted-properties",
  },
  { layer: "core", file: "lib/ask/core/x.ts", code: `setTimeout(() => {}, 1);`, rule: "no-restricted-globals" },
  { layer: "core", file: "lib/ask/core/x.ts", code: `export const e = process.env;`, rule: "no-restricted-globals" },
  { layer: "verbs", file: "lib/ask/verbs/x.ts", code: `import "@/lib/http/api";`, rule: "no-restricted-imports" },
  {
    layer: "verbs",
    file: "lib/ask/verbs/x.ts",
    code: `import "@/lib/ask/store/create";`,
    rule: "no-restricted-imports",
  },
  { layer: "verbs", file: "lib/ask/verbs/x.ts", code: `import "postgres";`, rule: "no-restricted-imports" },
  { layer: "verbs", file: "lib/ask/verbs/x.ts", code: `import "next/server";`, rule: "no-restricted-imports" },
  { layer: "accounts", file: "lib/accounts/x.ts", code: `import "hono";`, rule: "no-restricted-imports" },
  {
    layer: "store",
    file: "lib/ask/store/x.ts",
    code: `import "@/lib/ask/verbs/create";`,
    rule: "no-restricted-imports",
  },
  { layer: "store", file: "db/x.ts", code: `import "@/lib/http/api";`, rule: "no-restricted-imports" },
  { layer: "door", file: "lib/http/x.ts", code: `import "@/db/client";`, rule: "no-restricted-imports" },
  { layer: "door", file: "lib/http/x.ts", code: `import "@/lib/ask/core/phase";`, rule: "no-restricted-imports" },
  { layer: "door", file: "app/v1/route.ts", code: `import "drizzle-orm";`, rule: "no-restricted-imports" },
  { layer: "door", file: "server.ts", code: `import "@/db/client";`, rule: "no-restricted-imports" },
  { layer: "components", file: "components/ui/x.tsx", code: `import "@/lib/env";`, rule: "no-restricted-imports" },
  {
    layer: "components",
    file: "components/cockpit/x.tsx",
    code: `import "@/db/client";`,
    rule: "no-restricted-imports",
  },
  { layer: "components", file: "components/cockpit/x.tsx", code: `import "node:fs";`, rule: "no-restricted-imports" },
  {
    layer: "answer page",
    file: "components/surface/x.tsx",
    code: `import { useState } from "react"; export const x = useState;`,
    rule: "no-restricted-imports",
  },
  {
    layer: "answer page",
    file: "components/answer/x.tsx",
    code: `import { createContext } from "react"; export const x = createContext(1);`,
    rule: "no-restricted-imports",
  },
  { layer: "packages", file: "packages/sdk/src/x.ts", code: `import "@/lib/env";`, rule: "no-restricted-imports" },
  { layer: "packages", file: "packages/mcp/src/x.ts", code: `import "next";`, rule: "no-restricted-imports" },
  { layer: "everywhere", file: "lib/x.ts", code: `export const x = (y: any) => y;`, rule: "no-explicit-any" },
  {
    layer: "everywhere",
    file: "lib/x.ts",
    code: `export const x = (y?: string) => y!;`,
    rule: "no-non-null-assertion",
  },
  { layer: "folders", file: "lib/ask/verbs/x.ts", code: `import "../core/phase";`, rule: "no-restricted-imports" },
];

const KEPT = [
  { file: "lib/ask/core/x.ts", code: `import "@sess.si/protocol"; import "@/lib/ask/core/phase"; import "./phase";` },
  {
    file: "lib/ask/verbs/x.ts",
    code: `import "@/lib/context"; import "@/lib/ask/core/phase"; import "@/lib/ask/ports";`,
  },
  { file: "lib/http/x.ts", code: `import "@/lib/ask/verbs/create"; import "@/components/answer/page"; import "hono";` },
  {
    file: "components/answer/x.tsx",
    code: `import "@/components/ui/button"; import "@sess.si/protocol"; import "react";`,
  },
  { file: "packages/sdk/src/x.ts", code: `import "@sess.si/protocol"; import "jose";` },
];

/** All of them linted in one run, each in a file of its own; what the linter says, by index. */
function lintAll(cases: readonly { file: string; code: string }[]): string[][] {
  const copy = mkdtempSync(join(tmpdir(), "layers-"));
  try {
    cpSync(join(root, ".oxlintrc.json"), join(copy, ".oxlintrc.json"));
    const paths = cases.map(({ file }, index) => file.replace(/x(\.tsx?)$/, `x${index}$1`));
    for (const [index, { code }] of cases.entries()) {
      const path = join(copy, paths[index]!);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, code);
    }
    const linter = join(root, "node_modules/.bin/oxlint");
    const { stdout } = spawnSync(linter, ["--deny-warnings", "-f", "json"], { cwd: copy, encoding: "utf8" });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
    return paths.map((path) => diagnostics.filter(({ filename }) => filename === path).map(({ code }) => code));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

describe("the linter holds the layers", () => {
  const found = lintAll([...BREACHES, ...KEPT]);

  it.each(BREACHES.map((breach, index) => ({ ...breach, index })))(
    "$layer: $code in $file is refused",
    ({ rule, index }) => {
      expect(found[index]?.join()).toContain(rule);
    },
  );

  it.each(KEPT.map((kept, index) => ({ ...kept, index })))("what a layer may import passes in $file", ({ index }) => {
    expect(found[BREACHES.length + index]).toEqual([]);
  });
});
