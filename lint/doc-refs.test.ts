import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = new URL("..", import.meta.url).pathname;
const DOCS = ["README.md", "ARCHITECTURE.md", "AGENTS.md", "CONTRIBUTING.md"];
const TOP = /^(app|components|lib|db|e2e|public|packages|scripts|bench|lint)\//;

/** Paths in backticks and in links; `*` and `<…>` stand for names. */
function citedPaths(text: string): string[] {
  const code = [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? "");
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1] ?? "");
  return [...code.filter((path) => TOP.test(path) && !/[*<{]/.test(path)), ...links];
}

describe("documents", () => {
  it.each(DOCS)("%s cites only paths that exist", (doc) => {
    const missing = citedPaths(readFileSync(join(root, doc), "utf8")).filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });
});
