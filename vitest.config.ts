import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

const alias = [
  { find: /^@\//, replacement: root },
  { find: /^@sess\.si\/protocol$/, replacement: `${root}packages/protocol/src/index.ts` },
  { find: /^@sess\.si\/sdk$/, replacement: `${root}packages/sdk/src/index.ts` },
  { find: /^@sess\.si\/sdk\/relay$/, replacement: `${root}packages/sdk/src/relay/index.ts` },
  { find: /^@sess\.si\/sdk\/qr$/, replacement: `${root}packages/sdk/src/qr.ts` },
];

const exclude = ["**/node_modules/**", "**/dist/**", ".build/**", ".next/**"];

/** Ask under another mount: what needs the front's raw connection or its process is left out, and what needs no mount. */
const isOtherMount = process.env.SESS_TEST_MOUNT === "next" || process.env.SESS_TEST_ORIGIN !== undefined;
const frontOnly = ["raw", "drain", "fuzz"].map((name) => `e2e/protocol/${name}.test.ts`);

/** Suites with one server for all of their files. */
const WITH_SERVER = new Set(["protocol", "relay"]);

/** `check` runs `unit`; `test` runs all of them, then Playwright. */
export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // These tests share nothing but modules; loading those anew for every file cost twice what the tests do.
          isolate: false,
          include: ["{packages,lib,components,db,scripts,lint}/**/*.test.{ts,tsx}"],
          exclude: [...exclude, "**/*.db.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "db",
          include: ["**/*.db.test.ts"],
          exclude,
          globalSetup: ["e2e/support/postgres-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      ...["protocol", "house", "sdk", "relay"].map((name) => ({
        extends: true as const,
        test: {
          name,
          include: [`e2e/${name}/**/*.test.ts`],
          exclude: isOtherMount ? [...exclude, ...frontOnly] : exclude,
          fileParallelism: false,
          globalSetup: ["e2e/support/postgres-setup.ts", ...(WITH_SERVER.has(name) ? [`e2e/${name}/setup.ts`] : [])],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // How long something may take is for the machine to say; whether it comes is what these suites are about.
          expect: { poll: { timeout: 30_000, interval: 20 } },
        },
      })),
    ],
  },
});
