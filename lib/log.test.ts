import { describe, expect, it } from "vitest";
import { createLog, scrub } from "@/lib/log";

describe("scrub", () => {
  it.each([
    ["key sess_sk_9aZ_-x8 was refused", "key sess_sk_… was refused"],
    ["GET /a/cvTMPHuOPhC-_jYOB09EZ47-N1h9a-bs 200", "GET /a/… 200"],
    ["http://localhost:3000/a/cvTMPHuOPhC%2Djk?x=1", "http://localhost:3000/a/…?x=1"],
    ["Authorization: Bearer abc.def-ghi_j=", "Authorization: Bearer …"],
    ["authorization: basic dXNlcjpwYXNz", "authorization: basic …"],
    ["connect postgres://me:hunter2@db:5432/x failed", "connect postgres://me:…@db:5432/x failed"],
    ["nothing secret in /about here", "nothing secret in /about here"],
  ])("%s", (line, clean) => {
    expect(scrub(line)).toBe(clean);
  });
});

describe("createLog", () => {
  function written(isTTY: boolean, act: (log: ReturnType<typeof createLog>) => void, level = "info"): string {
    let text = "";
    act(createLog(level, { isTTY, write: (line: string) => (text += line) }));
    return text;
  }

  it("writes JSON lines with level, time and what was given", () => {
    const line = JSON.parse(written(false, (log) => log.warn({ pid: 7 }, "slow"))) as Record<string, unknown>;
    expect(line).toMatchObject({ level: 40, pid: 7, msg: "slow" });
    expect(Date.parse(String(line.time))).not.toBeNaN();
  });

  it("lets no secret out, wherever it stands", () => {
    const key = "sess_sk_verysecret";
    const text = written(false, (log) => log.error({ err: new Error(`with ${key}`), headers: { key } }, key));
    expect(text).not.toContain("verysecret");
    expect(text.match(/sess_sk_…/g)?.length).toBeGreaterThanOrEqual(3);
  });

  it("says of a fault what it is and where, and nothing of what was being worked on", () => {
    const refused = Object.assign(new Error('violates check constraint "answers_digest_length"'), {
      code: "23514",
      detail: "Failing row contains (int_1, my answer).",
      constraint_name: "answers_digest_length",
      table_name: "answers",
      parameters: ["my answer"],
      details: { values: "my answer" },
    });
    const text = written(false, (log) => log.error({ err: new Error("wrapped", { cause: refused }) }, "no luck"));
    expect(text).not.toContain("my answer");
    expect(JSON.parse(text)).toMatchObject({
      err: {
        type: "Error",
        message: "wrapped",
        stack: expect.stringContaining("log.test"),
        cause: { code: "23514", constraint: "answers_digest_length", table: "answers", message: refused.message },
      },
    });
    expect(written(false, (log) => log.error({ err: { said: "my answer" } }, "no luck"))).not.toContain("my answer");
    expect(written(false, (log) => log.error({ err: "thrown" }, "no luck"))).toContain('"message":"thrown"');
  });

  it("is short for a person, with the stack of a fault", () => {
    const text = written(true, (log) => log.error({ err: new Error("broken"), at: 3 }, "no luck"));
    expect(text).toMatch(/^\d\d:\d\d:\d\d error: no luck \{"at":3\}\nError: broken\n +at /);
    const wrapped = new Error("broken", { cause: new TypeError("inside") });
    expect(written(true, (log) => log.error({ err: wrapped }, "no luck"))).toMatch(
      /\ncaused by TypeError: inside\n +at /,
    );
  });

  it("keeps what is below its level to itself", () => {
    expect(written(false, (log) => log.info("chatter"), "warn")).toBe("");
  });
});
