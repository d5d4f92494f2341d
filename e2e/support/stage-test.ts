import { Stage } from "@/e2e/support/stage-process";
import { test as base } from "@playwright/test";

/** Tests with a stage of their worker's own. */
export const test = base.extend<object, { stage: Stage }>({
  stage: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const stage = await Stage.start();
      await use(stage);
      await stage.stop();
    },
    { scope: "worker" },
  ],
});

export { expect } from "@playwright/test";
