import { ensureChromium } from "./browser.mjs";
import { CHECKS, playwright, runSteps, vitest } from "./steps.mjs";

const chromium = await ensureChromium();
process.env.CHROMIUM_PATH = chromium;

process.exit(
  await runSteps([
    ...CHECKS,
    { name: "build", command: ["node", "scripts/build.mjs"] },
    vitest("db"),
    vitest("protocol"),
    vitest("protocol", { name: "protocol under next start", env: { SESS_TEST_MOUNT: "next" } }),
    vitest("house"),
    vitest("relay"),
    vitest("sdk"),
    playwright(),
  ]),
);
