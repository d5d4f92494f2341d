import { readServerSecret, serverSecret } from "@/lib/server-secret";
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";

const run = promisify(execFile);

const made: string[] = [];
function directory(): string {
  const path = mkdtempSync(join(tmpdir(), "sess-secret-"));
  made.push(path);
  return path;
}
afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true });
});

test("the first start makes a file that only the owner reads; later ones use it", () => {
  const dataDirectory = join(directory(), "data");
  const first = readServerSecret({ secret: undefined, dataDirectory });
  const second = readServerSecret({ secret: undefined, dataDirectory });
  expect(first.derive("x")).toEqual(second.derive("x"));
  expect(first.derive("x")).not.toEqual(first.derive("y"));
  expect(statSync(join(dataDirectory, "secret")).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDirectory)).toEqual(["secret"]);
  expect(Buffer.from(readFileSync(join(dataDirectory, "secret"), "utf8"), "base64url")).toHaveLength(32);
});

test("SESS_SECRET goes before the file", () => {
  const dataDirectory = directory();
  const secret = "an environment secret of enough length";
  expect(readServerSecret({ secret, dataDirectory }).derive("x")).toEqual(serverSecret(secret).derive("x"));
  expect(readdirSync(dataDirectory)).toEqual([]);
});

test("a short secret is refused with what to do", () => {
  const dataDirectory = directory();
  expect(() => readServerSecret({ secret: "short", dataDirectory })).toThrow(/^SESS_SECRET has 5 characters.*openssl/);
  writeFileSync(join(dataDirectory, "secret"), "");
  expect(() => readServerSecret({ secret: undefined, dataDirectory })).toThrow(/secret has 0 characters/);
});

test("processes that start at once agree", async () => {
  const program = `
    import { readServerSecret } from "./lib/server-secret.ts";
    const secret = readServerSecret({ secret: undefined, dataDirectory: process.argv[1] });
    process.stdout.write(secret.derive("x").toString("hex"));`;
  const args = ["--import", "tsx", "--input-type=module", "-e", program, "--", directory()];
  const keys = await Promise.all(Array.from({ length: 3 }, () => run(process.execPath, args)));
  expect(new Set(keys.map(({ stdout }) => stdout)).size).toBe(1);
  expect(keys[0]?.stdout).toHaveLength(64);
}, 20_000);
