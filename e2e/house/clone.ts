import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Account {
  uid: number;
  gid: number;
}

export interface Clone {
  path: string;
  remove(): void;
}

const LEFT_OUT = new Set([".git", ".data", "node_modules", "test-results", "playwright-report"]);

/** This clone, built, in a home that only its owner may enter. */
export function cloneInPrivateHome(owner: Account): Clone {
  const home = mkdtempSync(join(tmpdir(), "sess-home-"));
  const path = join(home, "sess");
  const files = readdirSync(".").filter((name) => !LEFT_OUT.has(name));
  execFileSync("mkdir", [path]);
  execFileSync("cp", ["-a", ...files, path]);
  // Hard links: hundreds of megabytes that nobody changes; their owner stays who it is.
  execFileSync("cp", ["-al", "node_modules", path]);
  const own = readdirSync(path).filter((name) => name !== "node_modules");
  execFileSync("chown", ["-R", `${owner.uid}:${owner.gid}`, ...own], { cwd: path });
  for (const folder of [path, home]) chownSync(folder, owner.uid, owner.gid);
  chmodSync(home, 0o700);
  return { path, remove: () => rmSync(home, { recursive: true, force: true }) };
}

/** An account that is not root, as this machine has it. */
export function ordinaryAccount(): Account {
  const own = process.getuid?.() ?? 0;
  if (own !== 0) return { uid: own, gid: process.getgid?.() ?? own };
  const [, , uid, gid] =
    readFileSync("/etc/passwd", "utf8")
      .match(/^nobody:[^:]*:.*$/m)?.[0]
      .split(":") ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}
