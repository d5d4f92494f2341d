import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { credentialsPath, readCredentials, writeCredentials } from "@/lib/front/credentials";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sess-credentials-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const FILE = { origin: "http://localhost:3000", api_key: "sess_sk_x" };

it("reads back what it wrote, for its owner only, and leaves nothing beside it", () => {
  writeFileSync(credentialsPath(folder), "{}", { mode: 0o644 });
  writeCredentials(folder, FILE);
  expect(readCredentials(folder)).toEqual(FILE);
  expect(statSync(credentialsPath(folder)).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["credentials.json"]);
});

it("has none where there is no file, or a damaged one", () => {
  expect(readCredentials(folder)).toBeNull();
  writeFileSync(credentialsPath(folder), '{"origin":');
  expect(readCredentials(folder)).toBeNull();
});
