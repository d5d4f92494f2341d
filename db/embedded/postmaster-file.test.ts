import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  findPostmaster,
  isAlive,
  readPostmasterFile,
  removeStaleFiles,
  SOCKET_NAME,
} from "@/db/embedded/postmaster-file";

let cluster: string;
let sockets: string;
beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), "sess-pid-"));
  cluster = join(home, "postgres");
  sockets = join(home, "run");
  mkdirSync(cluster);
  mkdirSync(sockets);
});
afterEach(() => rmSync(join(cluster, ".."), { recursive: true }));

function write(pid: number | string, status = "ready   "): void {
  const lines = [pid, cluster, 1_790_000_000, 5432, sockets, "", "  5432001  98304", status, ""];
  writeFileSync(join(cluster, "postmaster.pid"), lines.join("\n"));
}

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(child, "exit");
  return child.pid ?? 0;
}

describe("readPostmasterFile", () => {
  it.each([
    ["ready   ", { ready: true, stopping: false }],
    ["starting", { ready: false, stopping: false }],
    ["stopping", { ready: false, stopping: true }],
  ])("%s", (status, expected) => {
    write(77, status);
    expect(readPostmasterFile(cluster)).toEqual({ pid: 77, socketDir: sockets, ...expected });
  });

  it("has nothing where there is no file, or half a file", () => {
    expect(readPostmasterFile(cluster)).toBeNull();
    write("");
    expect(readPostmasterFile(cluster)).toBeNull();
    writeFileSync(join(cluster, "postmaster.pid"), "77\n");
    expect(readPostmasterFile(cluster)).toEqual({ pid: 77, socketDir: "", ready: false, stopping: false });
  });
});

describe("findPostmaster", () => {
  it("does not take a dead process for a Postgres, nor another program", async () => {
    write(await deadPid());
    expect(await findPostmaster(cluster)).toBeNull();
    write(process.pid);
    expect(await findPostmaster(cluster)).toBeNull();
  });

  it("believes a process that works in the cluster", async () => {
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], {
      cwd: cluster,
      stdio: ["pipe", "ignore", "ignore"],
    });
    await once(child, "spawn");
    write(child.pid ?? 0);
    expect(await findPostmaster(cluster)).toMatchObject({ pid: child.pid });
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await findPostmaster(cluster)).toBeNull();
  });

  it("believes a socket that answers, though the process is in another container", async () => {
    write(await deadPid());
    const server = createServer().listen(join(sockets, SOCKET_NAME));
    await once(server, "listening");
    expect(await findPostmaster(cluster)).not.toBeNull();
    server.close();
    await once(server, "close");
  });
});

describe("removeStaleFiles", () => {
  it("removes what a dead Postgres left, and nothing of a living one", async () => {
    write(process.pid);
    writeFileSync(join(sockets, `${SOCKET_NAME}.lock`), `${process.pid}\n`);
    await removeStaleFiles(cluster, sockets);
    expect(existsSync(join(cluster, "postmaster.pid"))).toBe(false);
    expect(existsSync(join(sockets, `${SOCKET_NAME}.lock`))).toBe(false);

    write(await deadPid());
    const server = createServer().listen(join(sockets, SOCKET_NAME));
    await once(server, "listening");
    await removeStaleFiles(cluster, sockets);
    expect(existsSync(join(cluster, "postmaster.pid"))).toBe(true);
    server.close();
    await once(server, "close");
  });
});

it("knows the living from the dead", async () => {
  expect(isAlive(process.pid)).toBe(true);
  expect(isAlive(await deadPid())).toBe(false);
});
