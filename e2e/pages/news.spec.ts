import { stopElsewhere } from "@/e2e/support/elsewhere";
import { expect, test } from "@/e2e/support/stage-test";
import type { Asked, Stage } from "@/e2e/support/stage-process";
import type { Browser, Page } from "@playwright/test";

const followUp = {
  mode: "interactive",
  title: "Committed. Tell the customer?",
  source: {
    kind: "sess_surface",
    components: [{ type: "field", name: "tell", label: "Tell them?", schema: { type: "boolean" } }],
  },
  actions: [{ id: "go", label: "Go on", intent: "submit" }],
};

async function approve(page: Page, stage: Stage): Promise<Asked> {
  const asked = await stage.ask();
  await page.goto(asked.url);
  await stage.control("advance/3000");
  await page.getByRole("button", { name: "Approve and commit" }).click();
  await expect(page.locator(".slip")).toBeVisible();
  return asked;
}

/** Types a note, and presses once the question was answered elsewhere and the agent asked the next one. */
async function pressTooLate(page: Page, browser: Browser, stage: Stage, nextField: object): Promise<void> {
  const asked = await stage.ask();
  await page.route("**/live*", (route) => route.abort());
  await page.goto(asked.url);
  await page.getByLabel("Note").fill("too late");
  await stopElsewhere(browser, stage, asked);
  const source = { kind: "sess_surface", components: [{ type: "field", schema: { type: "string" }, ...nextField }] };
  await stage.control(`publish/${asked.id}`, { ...followUp, source });
  await page.getByRole("button", { name: "Approve and commit" }).click();
  await expect(page.getByText("The agent has moved on to another question")).toBeVisible();
}

test("the page moves from sent to picked up to done by itself, said politely", async ({ page, stage }) => {
  const asked = await approve(page, stage);
  await expect(page.locator("#ending")).toBeFocused();
  await stage.control(`pick-up/${asked.id}`);
  await expect(page.locator("#ending")).toHaveText("The agent has the answer.");
  await expect(page.locator("#said")).toHaveText("The agent has the answer.");
  await expect(page.locator("#ending")).toBeFocused();
  await stage.control(`complete/${asked.id}`);
  await expect(page.locator("#ending")).toHaveText("Done. The agent has what it needs.");
  await expect(page.getByRole("listitem").filter({ hasText: "Done" })).toHaveAttribute("aria-current", "step");
});

test("a follow-up appears below the slip, is announced, and does not take the focus", async ({ page, stage }) => {
  const asked = await approve(page, stage);
  await stage.control(`publish/${asked.id}`, followUp);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Committed. Tell the customer?");
  await expect(page.locator("#said")).toHaveText("A follow-up question has appeared below.");
  await expect(page.locator("#main")).toBeFocused();
  const slip = await page.locator(".earlier-slip").boundingBox();
  const form = await page.locator("#form").boundingBox();
  expect(slip!.y + slip!.height).toBeLessThanOrEqual(form!.y);
  await stage.control("advance/3000");
  await page.getByText("No", { exact: true }).click();
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.locator(".sent-values")).toContainText("No");
});

test("a question that closes while somebody types keeps the text to copy", async ({ page, stage }) => {
  const asked = await stage.ask();
  await page.goto(asked.url);
  await page.getByLabel("Commit message").fill("A long thought");
  await stage.control(`withdraw/${asked.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The question was taken back");
  await expect(page.locator("#typed")).toContainText("What you typed was not sent");
  await expect(page.locator("#typed")).toContainText("A long thought");
  await page.reload();
  await expect(page.locator("#typed")).toContainText("A long thought");
  await page.getByRole("button", { name: "Remove it" }).click();
  await page.reload();
  await expect(page.locator("#typed")).toBeHidden();
});

test("what was typed into an old question keeps the labels of that one", async ({ browser, page, stage }) => {
  await pressTooLate(page, browser, stage, { name: "note", label: "Another label", required: false });
  await expect(page.locator("#typed")).toContainText("Note");
  await expect(page.locator("#typed")).toContainText("too late");
  await expect(page.locator("#typed")).not.toContainText("Another label");
  await expect(page.getByLabel("Another label")).toHaveValue("");
});

test("what was typed into an old question stays to copy from until it is removed", async ({ browser, page, stage }) => {
  await pressTooLate(page, browser, stage, { name: "reason", label: "Reason", required: true });
  const typed = page.locator("#typed");
  await expect(typed).toContainText("too late");
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.locator("#problems")).toBeVisible();
  await expect(typed).toContainText("too late");
  await page.reload();
  await expect(typed).toContainText("too late");
  await page.getByLabel("Reason").fill("for the new one");
  await typed.getByRole("button", { name: "Remove it" }).click();
  await expect(typed).toBeHidden();
  await expect(page.getByLabel("Reason")).toHaveValue("for the new one");
  await page.reload();
  await expect(page.getByLabel("Reason")).toHaveValue("for the new one");
  await expect(typed).toBeHidden();
});

test("an answer from another device shows here, and what was typed here stays", async ({ browser, page, stage }) => {
  const asked = await stage.ask();
  await page.goto(asked.url);
  await page.getByLabel("Note").fill("from here");
  await stopElsewhere(browser, stage, asked);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Somebody already answered this");
  await expect(page.locator(".slip-answer")).toHaveText("Stop");
  await expect(page.locator("#typed")).toContainText("from here");
});

test("a page that was away catches up when it is looked at again", async ({ context, page, stage }) => {
  const asked = await approve(page, stage);
  await page.route("**/live*", (route) => route.abort());
  await context.setOffline(true);
  await stage.control(`pick-up/${asked.id}`);
  await expect(page.locator("#line")).toHaveText("You are offline. What you type is kept on this device.");
  await context.setOffline(false);
  await expect(page.locator("#ending")).toHaveText("The agent has the answer.");
  await expect(page.locator("#line")).toBeHidden();
});

test("a follower that is refused comes back by itself", async ({ page, stage }) => {
  const asked = await stage.ask();
  let refused = 0;
  await page.route("**/live*", (route) => ((refused += 1) > 2 ? route.continue() : route.fulfill({ status: 503 })));
  await page.goto(asked.url);
  await expect.poll(() => refused).toBeGreaterThan(2);
  await stage.control(`withdraw/${asked.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The question was taken back");
});

test("without JavaScript the slip offers to look again", async ({ browser, stage }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const asked = await approve(page, stage);
  await stage.control(`pick-up/${asked.id}`);
  await page.getByRole("link", { name: "Check for news" }).click();
  await expect(page.locator("#ending")).toHaveText("The agent has the answer.");
  await page.context().close();
});
