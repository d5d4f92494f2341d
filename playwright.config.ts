import { defineConfig, devices } from "@playwright/test";
import { browserLaunch } from "./e2e/support/browser";

/** A phone, as most people answer on. */
const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 780 }, timezoneId: "Europe/Vienna" };

export default defineConfig({
  testDir: "e2e/pages",
  outputDir: ".build/playwright",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["line"]],
  use: { ...phone, launchOptions: browserLaunch(), locale: "en-GB", trace: "retain-on-failure" },
  projects: [{ name: "phone" }],
});
