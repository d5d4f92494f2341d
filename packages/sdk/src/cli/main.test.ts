import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { API_KEY, refused } from "../../testing/replies.js";
import { smallSess, type Held, type SmallSess } from "../../testing/small-sess.js";
import { terminal, type Terminal } from "../../testing/terminal.js";
import { main } from "./main.js";

let sess: SmallSess;
afterEach(() => sess?.stop());

async function run(
  args: string[],
  options: Parameters<typeof smallSess>[0] = {},
  parts: Parameters<typeof terminal>[0] = {},
) {
  sess = await smallSess(options);
  const screen = terminal({ env: { SESS_API_KEY: API_KEY, SESS_API_ORIGIN: sess.origin }, ...parts });
  return { code: await main(args, screen.io), ...screen };
}

const answers = (actionId: string, values: Parameters<Held["answer"]>[1] = {}) => ({
  onCreate: (held: Held) => held.answer(actionId, values),
});

describe("an answer is printed", () => {
  test("alone, where one thing was asked", async () => {
    const { code, stdout, stderr } = await run(
      ["ask", "What time works?", "--choice", "9:00", "--choice", "14:00"],
      answers("submit", { answer: "14:00" }),
    );
    expect([code, stdout()]).toEqual([0, "14:00\n"]);
    expect(stderr()).toContain(sess.held[0]?.humanUrl);
    expect(stderr()).toMatch(/Waiting — 0 s, open until .*\. Ctrl-C stops waiting; the link stays open\./);
    expect(sess.held[0]?.state).toBe("completed");
  });

  test("as a line for each field, where several were asked", async () => {
    const { code, stdout } = await run(
      ["ask", "Where?", "--text", "Place", "--number", "How many?", "--multiline", "Note", "--date", "Day"],
      answers("submit", { place: "Home", how_many: 1.5, note: "a\nb" }),
    );
    expect([code, stdout()]).toEqual([0, "Place: Home\nHow many?: 1.5\nNote: a\n  b\n"]);
  });

  test("as one line of JSON", async () => {
    const { code, stdout } = await run(["ask", "Name?", "--json"], answers("submit", { answer: "Ann\u2028" }));
    expect(code).toBe(0);
    expect(stdout().split("\n")).toHaveLength(2);
    expect(JSON.parse(stdout())).toMatchObject({
      id: sess.held[0]?.id,
      state: "answered",
      response: { revision: 1, actionId: "submit", values: { answer: "Ann\u2028" }, verified: true },
    });
  });

  test("several choices one below the other, by their labels", async () => {
    const { stdout } = await run(
      ["ask", "Which?", "--choice", "A", "--choice", "B", "--choice", "C", "--several"],
      answers("submit", { answer: ["A", "C"] }),
    );
    expect(stdout()).toBe("A\nC\n");
  });

  test("an optional field left empty is an empty line", async () => {
    const { code, stdout } = await run(["ask", "Name?"], answers("submit", {}));
    expect([code, stdout()]).toEqual([0, "\n"]);
  });

  test("without what could take over the terminal", async () => {
    const { stdout } = await run(["ask", "Name?"], answers("submit", { answer: "\u001b]0;pwned\u0007x\u202e\r\ty" }));
    expect(stdout()).toBe("\ufffd]0;pwned\ufffdx\ufffd\ufffd\ty\n");
  });
});

describe("two buttons", () => {
  test("Yes is exit code 0", async () => {
    const { code, stdout } = await run(["ask", "Deploy?", "--yes-no"], answers("yes"));
    expect([code, stdout()]).toEqual([0, "Yes\n"]);
    expect(sess.held[0]?.surface).toMatchObject({
      title: "Deploy?",
      source: { components: [{ type: "text", text: "Yes or no?" }] },
      actions: [
        { id: "yes", label: "Yes", intent: "approve" },
        { id: "no", label: "No", intent: "reject" },
      ],
    });
  });

  test("No is exit code 2", async () => {
    const { code, stdout } = await run(["ask", "Deploy?", "--yes-no", "--text", "Why"], answers("no"));
    expect([code, stdout()]).toEqual([2, "No\n"]);
    expect(sess.held[0]?.state).toBe("completed");
  });

  test("Yes with a field prints both; details come from stdin", async () => {
    const { stdout } = await run(
      ["ask", "Deploy?", "--yes-no", "--text", "Why", "--details", "-"],
      answers("yes", { why: "ready" }),
      { stdin: "3 files changed\n" },
    );
    expect(stdout()).toBe("Yes\nWhy: ready\n");
    expect(sess.held[0]?.surface.source.components[0]).toEqual({ type: "text", text: "3 files changed" });
  });
});

describe("nobody answered", () => {
  test.each([
    ["expired", 3, "Expired: nobody answered."],
    ["withdrawn", 4, "Withdrawn: nobody answered"],
  ] as const)("%s is exit code %i", async (state, exit, text) => {
    const { code, stdout, stderr } = await run(["ask", "Name?", "--json"], { onCreate: (held) => held.end(state) });
    expect(code).toBe(exit);
    expect(stderr()).toContain(text);
    expect(JSON.parse(stdout())).toEqual({ id: sess.held[0]?.id, state, revision: 1 });
  });

  test("and without --json nothing stands on stdout", async () => {
    const { stdout } = await run(["ask", "Name?"], { onCreate: (held) => held.end("expired") });
    expect(stdout()).toBe("");
  });
});

describe("sess wait on a question that is over says so, and not that it waits", () => {
  const ends: [string, (held: Held) => void | Promise<void>, number, string][] = [
    ["answered", (held) => held.answer("submit", { answer: "Ann" }), 0, ""],
    ["expired", (held) => held.end("expired"), 3, "Expired: nobody answered.\n"],
    ["withdrawn", (held) => held.end("withdrawn"), 4, "Withdrawn: nobody answered, and nobody can any more.\n"],
  ];
  test.each(ends)("%s", async (_, onCreate, exit, text) => {
    await run(["ask", "Name?", "--no-wait"], { onCreate });
    const later = terminal({ env: { SESS_API_KEY: API_KEY, SESS_API_ORIGIN: sess.origin } });
    expect(await main(["wait", sess.held[0]!.id], later.io)).toBe(exit);
    expect(later.stderr()).toBe(text);
  });
});

describe("Ctrl-C", () => {
  test("stops waiting, leaves the link open and says how to go on", async () => {
    let screen: Terminal | undefined;
    sess = await smallSess({ intercept: ({ path }) => void (path.includes("/response") && screen?.interrupt()) });
    screen = terminal({ env: { SESS_API_KEY: API_KEY } });
    const code = await main(["ask", "Name?", "--origin", sess.origin], screen.io);
    expect(code).toBe(130);
    const { id } = sess.held[0]!;
    expect(screen.stderr()).toContain("Stopped waiting. The link stays open.");
    expect(screen.stderr()).toContain(`To wait again: sess wait ${id} --origin ${sess.origin}\n`);
    expect(sess.held[0]?.state).toBe("waiting");

    await sess.held[0]?.answer("submit", { answer: "Ann" });
    const later = terminal({ env: { SESS_API_KEY: API_KEY } });
    expect(await main(["wait", id, "--origin", sess.origin], later.io)).toBe(0);
    expect(later.stdout()).toBe("Ann\n");
    const again = terminal({ env: { SESS_API_KEY: API_KEY } });
    expect(await main(["wait", id, "--origin", sess.origin, "--json"], again.io)).toBe(0);
    expect(JSON.parse(again.stdout())).toMatchObject({ id, response: { values: { answer: "Ann" }, verified: true } });
  });

  test("before the question was asked leaves nothing behind", async () => {
    const screen = terminal({ env: { SESS_API_KEY: API_KEY }, signal: AbortSignal.abort() });
    sess = await smallSess();
    expect(await main(["ask", "Name?", "--origin", sess.origin], screen.io)).toBe(130);
    expect(sess.held).toEqual([]);
  });
});

test("--no-wait prints the link and the id and leaves", async () => {
  const { code, stdout } = await run(["ask", "Name?", "--no-wait", "--expires-in", "1h30m"]);
  const [held] = sess.held;
  expect([code, stdout()]).toEqual([0, `${held?.humanUrl}\n${held?.id}\n`]);
  expect(JSON.parse(sess.seen[0]?.body ?? "")).toMatchObject({ expires_in: 5400 });
  expect(sess.seen).toHaveLength(1);
});

test("--no-wait --json prints the same for a program", async () => {
  const { stdout } = await run(["ask", "Name?", "--no-wait", "--json"]);
  expect(JSON.parse(stdout())).toMatchObject({ id: sess.held[0]?.id, humanUrl: sess.held[0]?.humanUrl, revision: 1 });
});

describe("what Sess does not do", () => {
  test("an answer that does not verify is not printed", async () => {
    const { code, stdout, stderr } = await run(["ask", "Name?"], {
      ...answers("submit", { answer: "Ann" }),
      claims: { action: "other" },
    });
    expect([code, stdout()]).toEqual([65, ""]);
    expect(stderr()).toContain("(ACTION_MISMATCH)");
    expect(sess.held[0]?.state).toBe("answered");
  });

  test("an answer under another name of Sess is not printed, but the way to it is", async () => {
    const iss = "http://lan.example:4200";
    const { code, stdout, stderr } = await run(["ask", "Name?"], {
      ...answers("submit", { answer: "Ann" }),
      claims: { iss },
    });
    expect([code, stdout()]).toEqual([65, ""]);
    const again = `sess wait ${sess.held[0]?.id}`;
    expect(stderr()).toContain(`The answer is kept: ${again} --receipt-issuer <url>\n`);
    expect(stderr()).toContain(`The receipt was issued by ${iss}, where ${sess.origin} or `);

    const env = { SESS_API_KEY: API_KEY, SESS_API_ORIGIN: sess.origin, SESS_RECEIPT_ISSUER: iss };
    const later = terminal({ env });
    expect([await main(again.split(" ").slice(1), later.io), later.stdout()]).toEqual([0, "Ann\n"]);
  });

  test("a key that is too new is waited for", async () => {
    let asked = 0;
    const { code, io } = await run(["ask", "Name?"], {
      ...answers("submit", { answer: "Ann" }),
      intercept: ({ path }) => {
        if (path !== "/.well-known/jwks.json") return undefined;
        asked += 1;
        return asked === 1 ? refused(404, "not_found") : undefined;
      },
    });
    expect(code).toBe(0);
    expect((io.clock as never as { pauses: number[] }).pauses).toContain(10_500);
  });

  test("keys that never come make it unavailable", async () => {
    const { code, stderr } = await run(["ask", "Name?"], {
      ...answers("submit", { answer: "Ann" }),
      intercept: ({ path }) => (path === "/.well-known/jwks.json" ? refused(404, "not_found") : undefined),
    });
    expect(code).toBe(69);
    expect(stderr()).toContain("The keys of receipts could not be read");
    expect(stderr()).toContain(`To wait again: sess wait ${sess.held[0]?.id}`);
  });

  test("a completion that is refused does not take the answer back", async () => {
    const { code, stdout, stderr } = await run(["ask", "Name?"], {
      ...answers("submit", { answer: "Ann" }),
      intercept: ({ path }) => (path.endsWith("/complete") ? refused(403, "insufficient_scope") : undefined),
    });
    expect([code, stdout()]).toEqual([0, "Ann\n"]);
    expect(stderr()).toContain("the person's page could not be told");
  });

  test("a create that is refused for what was asked is wrong usage", async () => {
    const message = "/expires_in must be at most 2592000 seconds.";
    const intercept = () => refused(400, "invalid_arguments", { field: "/expires_in", message });
    const invalid = await run(["ask", "Name?", "--expires-in", "900d"], { intercept });
    expect([invalid.code, invalid.stderr()]).toEqual([64, "--expires-in must be at most 30d.\n"]);
  });

  test("a server that cannot be reached is unavailable, and it is said where the address comes from", async () => {
    const gone = await smallSess();
    await gone.stop();
    const { code, stderr } = await run(["ask", "Name?", "--origin", gone.origin]);
    expect(code).toBe(69);
    expect(stderr()).toMatch(
      /^Sess could not be reached \(ECONNREFUSED\)\. .*--origin, SESS_API_ORIGIN or the key file/,
    );
  });

  test("a create that is lost every time may be asked again", async () => {
    const { code, stderr } = await run(["ask", "Name?"], { intercept: () => "cut" });
    expect([code, stderr()]).toEqual([69, "Sess did not say whether it asked. Nobody has the link, so ask again.\n"]);
  });

  test("a server that goes away while it waits is unavailable, and can be waited for again", async () => {
    const { code, stderr } = await run(["ask", "Name?"], {
      intercept: ({ path }) => (path.includes("/response") ? refused(503, "unavailable") : undefined),
    });
    expect(code).toBe(69);
    expect(stderr()).toContain("Connection lost, trying again …\n");
    expect(stderr()).toContain(`To wait again: sess wait ${sess.held[0]?.id}\n`);
  });

  test("an interaction that is not there is wrong usage", async () => {
    const { code, stderr } = await run(["wait", "int_0000000000000099"]);
    expect([code, stderr()]).toEqual([64, "There is none.\n"]);
  });
});

describe("a key that is refused is a matter of permission, and it is said which one it is", () => {
  test("where it is not valid", async () => {
    const { code, stderr } = await run(["ask", "Name?"], { intercept: () => refused(401, "unauthorized") });
    expect([code, stderr()]).toEqual([
      77,
      `${sess.origin} does not accept the API key in SESS_API_KEY. Is it a key of that server, and still valid?\n`,
    ]);
  });

  test("where it may not do this", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sess-sdk-"));
    await writeFile(join(folder, "key"), API_KEY);
    const { code, stderr } = await run(
      ["ask", "Name?", "--key-file", "key"],
      { intercept: () => refused(403, "insufficient_scope") },
      { cwd: folder },
    ).finally(() => rm(folder, { recursive: true }));
    expect([code, stderr()]).toEqual([
      77,
      `It was insufficient_scope. The API key is the one in ${join(folder, "key")}.\n`,
    ]);
    expect(stderr()).not.toContain(API_KEY);
  });

  test("and where it was taken back meanwhile, how to wait on with another", async () => {
    const { code, stderr } = await run(["ask", "Name?"], {
      intercept: ({ path }) => (path.includes("/response") ? refused(401, "unauthorized") : undefined),
    });
    expect(code).toBe(77);
    expect(stderr()).toContain(`sess wait ${sess.held[0]?.id}\n`);
    expect(stderr()).toContain("the API key in SESS_API_KEY");
  });
});

test("--version prints the version and nothing else", async () => {
  const { code, stdout, stderr } = await run(["--version"]);
  expect([code, stdout(), stderr()]).toEqual([0, "1.2.3\n", ""]);
});

describe("help", () => {
  test.each([["--help"], ["-h"], ["help"], ["ask", "--help"], ["wait", "-h"]])("sess %s %s", async (...args) => {
    const { code, stdout } = await run(args.filter(Boolean));
    expect(code).toBe(0);
    expect(stdout()).toContain('sess ask "What time works?" --choice 9:00 --choice 14:00');
    expect(
      Math.max(
        ...stdout()
          .split("\n")
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(80);
  });
});

describe("wrong usage is exit code 64, says what is wrong and where the help is, and asks nobody", () => {
  const cases: [string[], string][] = [
    [[], "Say what to do."],
    [["question"], 'There is no "sess question".'],
    [["ask"], "Give the question"],
    [["ask", "What", "time?"], "Give the question"],
    [["ask", "Q", "--colour", "red"], "--colour"],
    [["ask", "Q", "--text"], "--text"],
    [["ask", "Q", "--json=yes"], "--json"],
    [["ask", "Q", "--choice", "one"], "--choice is for two or more"],
    [["ask", "Q", "--several"], "--several needs --choice"],
    [["ask", "Q", "--yes-no", "--submit-label", "Go"], "--submit-label"],
    [["ask", "Q", "--expires-in", "soon"], "--expires-in takes a time"],
    [["ask", "Q", "--expires-in", "2h x"], "--expires-in takes a time"],
    [["ask", "Q", "--expires-in", "0"], "--expires-in takes a time"],
    [["ask", ""], "The question must not be empty."],
    [["ask", "Q", "--details", "-"], "--details must not be empty."],
    [["ask", "Q", "--choice", "A", "--choice", "A"], '--choice "A" is there twice.'],
    [["ask", "Q", "--expires-in", "999999999"], "--expires-in takes a time that Sess allows"],
    [["ask", "x".repeat(81)], "80"],
    [["ask", "Q", "--text", "x".repeat(61)], "60"],
    [["ask", "Q", "--origin", "http://sess.example"], "--origin must be https"],
    [["ask", "Q", "--origin", "http://localhost:9"], "http://localhost:9 cannot be used"],
    [["ask", "Q", "--key-file", "missing"], "cannot be read"],
    [["wait"], "Give the id"],
    [["wait", "int_1", "--no-qr"], "--no-qr"],
    [["wait", "../x"], "The id must be"],
  ];
  test.each(cases)("sess %j", async (args, text) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout()]).toEqual([64, ""]);
    expect(stderr()).toContain(text);
    expect(sess.seen).toEqual([]);
  });
});
