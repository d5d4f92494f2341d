import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const FOLDERS = ["e2e", "lib", "components", "packages/protocol/src", "packages/sdk/src", "scripts"];
const SETTING = /\b(?:SESS_(?:TEST|FUZZ|MODEL|CRASH)_[A-Z_]*[A-Z]|TEST_DATABASE_URL|CHROMIUM_PATH)\b/g;

/** Set by the run's own set-up, for its workers. */
const INTERNAL = new Set(["SESS_TEST_TEMPLATE"]);

it("every setting that a test reads is explained", () => {
  const read = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name))
      .flatMap((name) => readFileSync(join(root, folder, name), "utf8").match(SETTING) ?? []),
  );
  const explained = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").match(SETTING) ?? [];
  const settings = new Set(read.filter((name) => !INTERNAL.has(name)));
  expect([...settings].toSorted()).toEqual([...new Set(explained)].toSorted());
});
