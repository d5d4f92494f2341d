import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask } from "./question";
import { Person } from "@/e2e/support/person";
import { startServer, type TestServer } from "@/e2e/support/server";

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  folder = mkdtempSync(join(tmpdir(), "sess-receipt-"));
  symlinkSync(server.dataDir, join(folder, ".data"));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function verify(code: string, id: string): string {
  writeFileSync(join(folder, "verify.mjs"), code);
  const { stdout } = spawnSync(process.execPath, ["verify.mjs", id], { cwd: folder, encoding: "utf8" });
  return stdout.trim();
}

it("is verified by the program in README.md, which refuses an answer that was changed", async () => {
  const [, code = ""] = /```js\n(.*?)```/s.exec(readFileSync("README.md", "utf8")) ?? [];
  const { id, humanUrl } = await ask(server);
  await new Person(humanUrl).answer("yes", { note: 'Gr\u00fc\u00dfe \u{1f600} "q" \u2028' });
  expect(verify(code, id)).toBe("verified");
  const forged = code.replace("answers.at(-1)", '{ ...answers.at(-1), values: { note: "no" } }');
  expect(verify(forged, id)).toBe("not verified answer_sha256");
});
