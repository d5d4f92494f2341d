import { describe, expect, it } from "vitest";
import { AlreadyRunningError, explain } from "@/db/embedded/error";

describe("explain", () => {
  it.each([
    ['FATAL:  could not write to file "base/4/1249": No space left on device', "The disk is full"],
    ["Error: EACCES: permission denied, mkdir '/x'", "check their owner and mode"],
    ["initdb: error: could not change permissions: Operation not permitted", "check their owner and mode"],
    ["could not resize shared memory segment: No space left on device", "The disk is full"],
    ["FATAL:  could not create shared memory segment: Cannot allocate memory", "--shm-size"],
    ["initdb: error while loading shared libraries: libicuuc.so.60", 'run "npm ci" again'],
    ["Error: spawn /x/initdb ENOENT", 'run "npm ci" again'],
    ["DETAIL:  The data directory was initialized by PostgreSQL version 17", "another major version"],
    ["Error: spawn EAGAIN", "ulimit -u"],
    ["something nobody foresaw", "DATABASE_URL"],
  ])("%s", (output, advice) => {
    const error = explain("It failed", output);
    expect(error.message).toBe(`It failed\n${output}`);
    expect(error.advice).toContain(advice);
  });

  it("keeps the end of a long output, where the fault stands", () => {
    const output = Array.from({ length: 50 }, (_, n) => `line ${n}`).join("\n");
    expect(explain("It failed", output).message.split("\n")).toHaveLength(13);
    expect(explain("It failed", output).message).toMatch(/line 49$/);
  });
});

it("says who runs already", () => {
  const error = new AlreadyRunningError({ pid: 42, address: "http://localhost:3000" });
  expect(error.message).toContain("process 42, http://localhost:3000");
  expect(error.advice).toContain("kill 42");
});
