import { spawnSync } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "./question";
import { Person } from "@/e2e/support/person";
import { startServer, type TestServer } from "@/e2e/support/server";

let dataDir: string;
let server: TestServer;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "sess-start-"));
  server = await startServer({ dataDir });
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function linkIn(log: string): string {
  return /^ {2}(http\S+\/a\/\S+)$/m.exec(log)?.[1] ?? "";
}

function startAgain(env: Record<string, string>): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/start.mjs", "--keep-pages"], {
    encoding: "utf8",
    timeout: 60_000,
    env: { ...process.env, NODE_ENV: "production", ...env },
  });
  return { status, output: stdout + stderr };
}

describe("the first start", () => {
  it("leaves an address and a key that work, readable by their owner only", async () => {
    const path = join(dataDir, "credentials.json");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o077).toBe(0);
    const file = JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
    expect(Object.keys(file)).toEqual(["origin", "api_key"]);
    const reply = await fetch(`${file.origin}/v1/interactions`, {
      headers: { authorization: `Bearer ${file.api_key}` },
    });
    expect(reply.status).toBe(200);
  });

  it("prints a link that opens, its QR code, and where the key is, but not the key", async () => {
    const page = await fetch(linkIn(server.log()));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("May I publish the release notes?");
    expect(server.log()).toMatch(/[█▀▄]{20}/);
    expect(server.log()).toContain(join(dataDir, "credentials.json"));
    expect(server.log()).not.toContain(server.apiKey);
  });

  it("prints a command that asks, with the key on no command line", async () => {
    const [line = ""] = /^ {2}node -p .*$/m.exec(server.log()) ?? [];
    const { stdout } = spawnSync("sh", ["-c", line], { encoding: "utf8" });
    expect(JSON.parse(stdout)).toMatchObject({ interaction: { state: "waiting" } });
    expect(line).not.toMatch(/sess_sk|\$\(/);
  });

  it("names the agent as the person sees it ask", async () => {
    expect(await (await fetch(linkIn(server.log()))).text()).toContain("Your agent");
  });

  it("says that everything is up", async () => {
    const reply = await fetch(`${server.origin}/healthz`);
    expect([reply.status, await reply.json()]).toEqual([200, { status: "ok", pages: "up" }]);
  });
});

it("refuses a second server on the same data and says which one runs", () => {
  const { status, output } = startAgain({ SESS_DATA_DIR: dataDir, PORT: "0" });
  expect(status).toBe(1);
  expect(output).toContain(`process ${server.pid}, ${server.origin}`);
});

it("says what to do when the port is taken", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const empty = mkdtempSync(join(tmpdir(), "sess-port-"));
  const { status, output } = startAgain({ SESS_DATA_DIR: empty, PORT: String(port) });
  other.close();
  rmSync(empty, { recursive: true });
  expect(status).toBe(1);
  expect(output).toContain(`Port ${port} is taken`);
  expect(output).toContain(`PORT=${port + 1} npm start`);
});

it.each([
  ["PORT", "http"],
  ["PUBLIC_ORIGIN", "https://example.com/path"],
  ["DATABASE_URL", "mysql://localhost/x"],
  ["LOG_LEVEL", "loud"],
  ["SESS_SECRET", "short"],
])("names the setting that cannot be used: %s=%s", (name, value) => {
  const empty = mkdtempSync(join(tmpdir(), "sess-env-"));
  const { status, output } = startAgain({ SESS_DATA_DIR: empty, PORT: "0", [name]: value });
  rmSync(empty, { recursive: true });
  expect(status).toBe(1);
  expect(output).toContain(name);
});

it("keeps key and sample link over a restart", async () => {
  const link = linkIn(server.log());
  expect(await server.stop()).toBe(0);
  await server.restart();
  expect(linkIn(server.log())).toBe(link);
  const file = JSON.parse(readFileSync(join(dataDir, "credentials.json"), "utf8")) as { api_key: string };
  expect(file.api_key).toBe(server.apiKey);
});

it("waits for the sample's answer itself, and tells person and operator that it has it", async () => {
  const link = linkIn(server.log());
  await new Person(link).answer("publish", { summary: "Mine alone", when: "tonight" });
  await expect.poll(() => server.log()).toContain("The sample was answered: Publish, Tonight at 20:00");
  expect(server.log()).not.toContain("Mine alone");
  const page = await fetch(link);
  expect(await page.text()).toContain("Done. The agent has what it needs.");
  const reply = await call(server, "/v1/interactions?state=completed");
  expect(await reply.json()).toMatchObject({ interactions: [{ title: "May I publish the release notes?" }] });
});
