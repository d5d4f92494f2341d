import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { terminal } from "../../testing/terminal.js";
import { readCredentials } from "./credentials.js";
import { findLocalFile } from "./find-local-file.js";

let cwd: string;
beforeEach(async () => void (cwd = await mkdtemp(join(tmpdir(), "sess-sdk-"))));
afterEach(() => rm(cwd, { recursive: true }));

const LOCAL = { origin: "http://localhost:3000", api_key: "sess_sk_local", owner_sign_in_url: "x" };

async function local(text = JSON.stringify(LOCAL), folder = cwd) {
  await mkdir(join(folder, ".data"), { recursive: true });
  await writeFile(join(folder, ".data/credentials.json"), text);
}

function read(flags: Parameters<typeof readCredentials>[0] = {}, env: Record<string, string> = {}) {
  return readCredentials(flags, terminal({ cwd, env }).io);
}

describe("a key is looked for", () => {
  test("in the file that a flag names, before all", async () => {
    await local();
    await writeFile(join(cwd, "key"), "sess_sk_flag\n");
    const env = { SESS_API_KEY: "sess_sk_env", SESS_API_ORIGIN: "https://env.example" };
    expect(await read({ keyFile: "key" }, env)).toEqual({
      apiKey: "sess_sk_flag",
      keyFrom: join(cwd, "key"),
      origin: "https://env.example",
    });
    expect(await read({ keyFile: "key", origin: "https://flag.example" }, env)).toMatchObject({
      apiKey: "sess_sk_flag",
      origin: "https://flag.example",
    });
  });

  test("then in the environment", async () => {
    await local();
    expect(await read({}, { SESS_API_KEY: "sess_sk_env", SESS_API_ORIGIN: "https://env.example" })).toEqual({
      apiKey: "sess_sk_env",
      keyFrom: "SESS_API_KEY",
      origin: "https://env.example",
    });
  });

  test("then beside a server on this machine", async () => {
    await local();
    expect(await read()).toMatchObject({ apiKey: "sess_sk_local", origin: "http://localhost:3000" });
    expect(await read({}, { SESS_API_KEY: "", SESS_API_ORIGIN: "" })).toMatchObject({ apiKey: "sess_sk_local" });
    expect(await read({ origin: "http://localhost:4000" })).toMatchObject({ origin: "http://localhost:4000" });
  });
});

describe("an origin that neither flag nor environment names", () => {
  const env = { SESS_API_KEY: "sess_sk_env" };

  test("is that of the server on this machine: a key of its own goes nowhere else", async () => {
    await local();
    await writeFile(join(cwd, "key"), "sess_sk_flag\n");
    expect(await read({}, env)).toMatchObject({ apiKey: "sess_sk_env", origin: "http://localhost:3000" });
    expect(await read({ keyFile: "key" })).toMatchObject({ apiKey: "sess_sk_flag", origin: "http://localhost:3000" });
  });

  test("is another machine's only for the key that stands beside it", async () => {
    await local(JSON.stringify({ origin: "https://sess.example", api_key: "sess_sk_env" }));
    expect(await read({}, env)).toMatchObject({ origin: "https://sess.example" });
    await expect(read({}, { SESS_API_KEY: "sess_sk_other" })).rejects.toThrow(/SESS_API_KEY.*sess\.example.*--origin/);
  });

  test("is not that of a file which another account has put here", async () => {
    await local();
    const getuid = vi.spyOn(process, "getuid").mockReturnValue(4_000_000);
    await expect(read({}, env)).rejects.toThrow(/SESS_API_KEY.*--origin/);
    expect(await read({}, { SESS_API_KEY: "sess_sk_local" })).toMatchObject({ origin: "http://localhost:3000" });
    getuid.mockRestore();
  });

  test("is the default where there is no file", async () => {
    expect(await read({}, env)).toMatchObject({ origin: "https://api.sess.si" });
  });
});

describe("the file of a server on this machine", () => {
  const below = () => join(cwd, "a/b");
  const found = async (env = {}) => findLocalFile({ cwd: below(), env });
  beforeEach(() => mkdir(below(), { recursive: true }));

  test("is found from a folder below, the nearest first", async () => {
    await local();
    expect(await found()).toBe(join(cwd, ".data/credentials.json"));
    await local("{}", join(cwd, "a"));
    expect(await found()).toBe(join(cwd, "a/.data/credentials.json"));
  });

  test("is not looked for above the repository or the home directory, but at their top", async () => {
    await local();
    await mkdir(join(cwd, "a/.git"));
    expect(await found()).toBe(null);
    expect(await findLocalFile({ cwd: below(), env: { HOME: below() } })).toBe(null);
    await local("{}", join(cwd, "a"));
    expect(await found()).toBe(join(cwd, "a/.data/credentials.json"));
  });

  test("above is passed over where another account has put it", async () => {
    await local();
    const getuid = vi.spyOn(process, "getuid").mockReturnValue(4_000_000);
    expect(await found()).toBe(null);
    getuid.mockRestore();
  });
});

test.each([
  ["{}", "has no api_key"],
  ['{"api_key": 7}', "has no api_key"],
  ["{", "is neither a key nor JSON"],
  ["whatever else is secret", "is neither a key nor JSON"],
])("a file of %j says what is wrong with it", async (text, message) => {
  await local(text);
  await expect(read()).rejects.toThrow(message);
});

test("no key anywhere says where one can be", async () => {
  await expect(read()).rejects.toThrow(/SESS_API_KEY.*--key-file.*\.data\/credentials\.json/s);
});

test("a file that is there but closed is not passed over", async () => {
  await mkdir(join(cwd, ".data/credentials.json"), { recursive: true });
  await expect(read()).rejects.toThrow("cannot be read");
});
