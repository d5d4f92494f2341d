import root from "../../vitest.config.ts";
import { defineConfig } from "vitest/config";

/** The suites that need programs of the distribution: `npm run test:clients`. */
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  resolve: root.resolve ?? {},
  test: {
    include: ["e2e/clients/**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000, interval: 50 } },
  },
});
