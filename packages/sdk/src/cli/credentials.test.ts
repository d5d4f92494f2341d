import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { terminal } from "../../testing/terminal.js";
import { readCredentials } from "./credentials.js";

let cwd: string;
beforeEach(async () => void (cwd = await mkdtemp(join(tmpdir(), "sess-sdk-"))));
afterEach(() => rm(cwd, { recursive: true }));

const LOCAL = { origin: "http://localhost:3000", api_key: "sess_sk_local", owner_sign_in_url: "x" };

async function local(text = JSON.stringify(LOCAL)) {
  await mkdir(join(cwd, ".data"));
  await writeFile(join(cwd, ".data/credentials.json"), text);
}

function read(flags: Parameters<typeof readCredentials>[0] = {}, env: Record<string, string> = {}) {
  return readCredentials(flags, terminal({ cwd, env }).io);
}

describe("a key is looked for", () => {
  test("in the file that a flag names, before all", async () => {
    await local();
    await writeFile(join(cwd, "key"), "sess_sk_flag\n");
    const env = { SESS_API_KEY: "sess_sk_env", SESS_API_ORIGIN: "https://env.example" };
    expect(await read({ keyFile: "key" }, env)).toEqual({ apiKey: "sess_sk_flag", origin: "https://env.example" });
    expect(await read({ keyFile: "key", origin: "https://flag.example" }, env)).toEqual({
      apiKey: "sess_sk_flag",
      origin: "https://flag.example",
    });
  });

  test("then in the environment, whose key never goes to a file's origin", async () => {
    await local();
    expect(await read({}, { SESS_API_KEY: "sess_sk_env" })).toEqual({
      apiKey: "sess_sk_env",
      origin: "https://api.sess.si",
    });
  });

  test("then beside a server on this machine", async () => {
    await local();
    expect(await read()).toEqual({ apiKey: "sess_sk_local", origin: "http://localhost:3000" });
    expect(await read({}, { SESS_API_KEY: "", SESS_API_ORIGIN: "" })).toMatchObject({ apiKey: "sess_sk_local" });
    expect(await read({ origin: "http://localhost:4000" })).toMatchObject({ origin: "http://localhost:4000" });
  });
});

test.each([
  ["{}", "has no api_key"],
  ['{"api_key": 7}', "has no api_key"],
  ["{", "is neither a key nor JSON"],
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
