import { Stage } from "@/e2e/support/stage-process";
import { test as base } from "@playwright/test";

/** Tests with a stage of their worker's own. */
export const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({}, use) => {
      const stage = await Stage.start();
      await use(stage);
      await stage.stop();
    },
    { scope: "worker" },
  ],
});

export { expect } from "@playwright/test";
