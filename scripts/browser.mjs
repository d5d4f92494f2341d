import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** Path of a Chromium that can run here: the one named by CHROMIUM_PATH, Playwright's own, or the system's; else null. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!runs(named))
      throw new Error(`CHROMIUM_PATH names ${named}, which is not a program that can be run. Unset it or correct it.`);
    return named;
  }
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(runs) ?? null;
}

/** The same, installing one where there is none: Playwright's own, else the distribution's package. */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  say("No browser found. Installing Playwright's Chromium …");
  attempt("node_modules/.bin/playwright", ["install", "chromium"], 180_000);
  const own = findChromium();
  if (own) return own;
  if (process.getuid?.() === 0 && runs("/usr/bin/apt-get")) {
    say("That did not work. Installing the distribution's chromium package …");
    attempt("apt-get", ["update", "-qq"], 180_000);
    attempt("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], 600_000);
  }
  const system = findChromium();
  if (system) return system;
  throw new Error(
    "No browser could be found or installed. Install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH to one, then run this again.",
  );
}

function attempt(command, args, timeout) {
  spawnSync(command, args, {
    stdio: ["ignore", "ignore", "inherit"],
    timeout,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
