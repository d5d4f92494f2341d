import type { Asked, Stage } from "@/e2e/support/stage-process";
import { expect } from "@/e2e/support/stage-test";
import type { Browser } from "@playwright/test";

/** Somebody else answers the question on a device of their own, by its button "Stop". */
export async function stopElsewhere(browser: Browser, stage: Stage, asked: Asked): Promise<void> {
  const other = await (await browser.newContext()).newPage();
  await other.goto(asked.url);
  await stage.control("advance/3000");
  await other.getByRole("button", { name: "Stop" }).click();
  await expect(other.locator(".slip")).toBeVisible();
  await other.context().close();
}
