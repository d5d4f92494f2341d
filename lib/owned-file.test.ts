import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DeniedError, explainDenied, writeOwned } from "@/lib/owned-file";
import { readServerSecret } from "@/lib/server-secret";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sess-owned-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("writes whole files for their owner only and leaves nothing beside them", () => {
  writeOwned(join(folder, "file"), "first");
  chmodSync(join(folder, "file"), 0o644);
  writeOwned(join(folder, "file"), "second");
  expect(readFileSync(join(folder, "file"), "utf8")).toBe("second");
  expect(statSync(join(folder, "file")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["file"]);
});

it.runIf(process.getuid?.() === 0)("gives what root writes to the owner of the folder", () => {
  chownSync(folder, 65_534, 65_533);
  writeOwned(join(folder, "file"), "text");
  readServerSecret({ secret: undefined, dataDirectory: folder });
  for (const name of ["file", "secret"]) {
    expect(statSync(join(folder, name))).toMatchObject({ uid: 65_534, gid: 65_533 });
  }
});

it("says what to do about a file of another account", () => {
  const denied = (code: string) => () =>
    explainDenied("/data/secret", () => {
      throw Object.assign(new Error(code), { code });
    });
  expect(denied("EACCES")).toThrow(DeniedError);
  expect(new DeniedError("/data/secret")).toMatchObject({ advice: expect.stringContaining("sudo chown") });
  expect(denied("ENOSPC")).toThrow("ENOSPC");
});
