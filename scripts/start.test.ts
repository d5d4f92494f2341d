import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("names only settings that the document it names explains", () => {
  const { stdout, status } = spawnSync(process.execPath, ["scripts/start.mjs", "--help"], { encoding: "utf8" });
  expect(status).toBe(0);
  const [, list = "", document = ""] = /^([A-Z_, ]+): see (\S+)$/m.exec(stdout) ?? [];
  const explained = [...readFileSync(document, "utf8").matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(list.split(", ").filter((name) => !explained.includes(name))).toEqual([]);
  expect(list.split(", ").length).toBeGreaterThan(5);
});
