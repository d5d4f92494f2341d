import { findChromium } from "@/scripts/browser.mjs";

/** How the tests start their browser: any Chromium there is, quiet on the network, also as root. */
export function browserLaunch(): { executablePath?: string; args: string[] } {
  const executablePath = findChromium();
  const args = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-default-browser-check",
    "--no-first-run",
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ];
  return executablePath === null ? { args } : { executablePath, args };
}
