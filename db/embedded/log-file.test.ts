import { openLogFile } from "@/db/embedded/log-file";
import { chownSync, closeSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

let home: string;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), "sess-log-"))));
afterEach(() => rmSync(home, { recursive: true }));

const file = (name = "postgres.log") => join(home, name);

it("goes on where it ended, readable by its owner only", () => {
  writeFileSync(file(), "earlier\n", { mode: 0o600 });
  const { fd, sinceOpened } = openLogFile(home);
  writeSync(fd, "now\n");
  closeSync(fd);
  expect(sinceOpened()).toBe("now\n");
  expect(readFileSync(file(), "utf8")).toBe("earlier\nnow\n");
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

it("begins anew when it has grown, and keeps one", () => {
  writeFileSync(file(), "x".repeat(1_000_001));
  closeSync(openLogFile(home).fd);
  expect([statSync(file()).size, statSync(file("postgres.log.1")).size]).toEqual([0, 1_000_001]);
});

if (process.getuid?.() === 0) {
  it("belongs to whose folder it is in, also when root starts", () => {
    chownSync(home, 12_345, 12_346);
    closeSync(openLogFile(home).fd);
    const { uid, gid } = statSync(file());
    expect([uid, gid]).toEqual([12_345, 12_346]);
  });
}
