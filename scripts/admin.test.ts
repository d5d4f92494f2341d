import { readFileSync } from "node:fs";
import { USAGE } from "@/lib/admin/commands";
import { expect, it } from "vitest";

it("has every command of the usage in DEPLOYMENT.md, with its flags", () => {
  const commands = [...USAGE.matchAll(/^npm run admin -- (.+)$/gm)].map(([, command = ""]) => command);
  const explained = [...readFileSync("DEPLOYMENT.md", "utf8").matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  expect(commands.length).toBeGreaterThan(4);
  expect(explained).toEqual(commands);
});
