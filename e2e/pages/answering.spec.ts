import { expectAccessible } from "@/e2e/support/axe";
import { expect, test } from "@/e2e/support/stage-test";
import type { Stage } from "@/e2e/support/stage-process";

/** Long enough that a press is a person's. */
const read = (stage: Stage) => stage.control("advance/3000");

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("a person changes a line, approves, and sees what was sent", async ({ page, stage }) => {
      const asked = await stage.ask();
      await page.goto(asked.url);
      await expect(page).toHaveTitle("Approve this commit?");
      await page.getByLabel("Commit message").fill("Greet people by first name\n\nAdds a test.");
      await read(stage);
      await page.getByRole("button", { name: "Approve and commit" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sent. The agent has not picked it up yet.");
      await expect(page).toHaveTitle("Sent: Approve this commit?");
      await expect(page.getByText("Greet people by first name")).toBeVisible();
      await expect(page.getByText("· changed")).toBeVisible();
      await expect(page.getByRole("listitem").filter({ hasText: "Sent" })).toHaveAttribute("aria-current", "step");
      expect(new URL(page.url()).pathname).toBe(new URL(asked.url).pathname);
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sent. The agent has not picked it up yet.");
      expect(await stage.posts(asked)).toBe(1);
    });

    test("stopping needs no valid fields and sends none", async ({ page, stage }) => {
      const asked = await stage.ask();
      await page.goto(asked.url);
      await page.getByLabel("Commit message").fill("");
      await read(stage);
      await page.getByRole("button", { name: "Stop" }).click();
      await expect(page.locator(".slip-answer")).toHaveText("Stop");
      await expect(page.locator(".sent-values")).toHaveCount(0);
    });

    test("a press within two seconds is asked for once more, and nothing was answered", async ({ page, stage }) => {
      await stage.control("clock/stops");
      const asked = await stage.ask();
      await page.goto(asked.url);
      await page.getByLabel("Note").fill("quick");
      await page.getByRole("button", { name: "Approve and commit" }).click();
      await expect(page.getByRole("heading", { name: "Send this answer?" })).toBeVisible();
      await expect(page.locator(".sent-values")).toContainText("quick");
      await expectAccessibleWithScript();
      await page.getByRole("button", { name: "Go back and change it" }).click();
      await expect(page.getByLabel("Note")).toHaveValue("quick");
      await page.getByRole("button", { name: "Approve and commit" }).click();
      await expect(page.getByRole("heading", { name: "Send this answer?" })).toBeVisible();
      await read(stage);
      await page.getByRole("button", { name: "Approve and commit" }).click();
      await expect(page.locator(".slip")).toContainText("quick");
      await stage.control("clock/runs");

      async function expectAccessibleWithScript(): Promise<void> {
        if (javaScriptEnabled) await expectAccessible(page);
      }
    });

    test("Enter in a line of text answers nothing and loses nothing", async ({ page, stage }) => {
      const asked = await stage.ask();
      await page.goto(asked.url);
      await page.getByLabel("Note").fill("kept");
      await read(stage);
      await page.getByLabel("Note").press("Enter");
      await expect(page.getByLabel("Note")).toHaveValue("kept");
      await expect(page.locator("form[data-phase=waiting]")).toBeVisible();
      if (javaScriptEnabled) expect(await stage.posts(asked)).toBe(0);
      else await expect(page.getByText("Nothing was sent. Press one of the buttons below.")).toBeVisible();
    });

    test("all problems are said on top, at the field and in the title, and nothing typed is lost", async ({
      page,
      stage,
    }) => {
      const asked = await stage.ask();
      await page.goto(asked.url);
      await page.getByLabel("Commit message").fill("");
      await page.getByLabel("Note").fill("x".repeat(30));
      await read(stage);
      await page.getByRole("button", { name: "Approve and commit" }).click();
      await expect(page).toHaveTitle("Error: Approve this commit?");
      const summary = page.getByRole("alert");
      await expect(summary).toBeFocused();
      await expect(summary.getByRole("link")).toHaveText([
        "Commit message Enter an answer",
        "Note Enter at most 24 characters. There are 30",
      ]);
      const note = page.getByLabel("Note");
      await expect(note).toHaveValue("x".repeat(30));
      await expect(note).toHaveAttribute("aria-invalid", "true");
      await expect(note).toHaveAccessibleDescription(/Enter at most 24 characters. There are 30/);
      await summary.getByRole("link", { name: /^Note/ }).click();
      await expect(note).toBeFocused();
      await page.getByLabel("Commit message").fill("Better");
      await note.fill("short");
      await page.getByRole("button", { name: "Approve and commit" }).click();
      await expect(page.locator(".slip")).toContainText("short");
    });

    test("Back after sending shows that it was sent", async ({ page, stage }) => {
      const asked = await stage.ask();
      await page.goto("about:blank");
      await page.goto(asked.url);
      await read(stage);
      await page.getByRole("button", { name: "Approve and commit" }).click();
      await expect(page.locator(".slip")).toBeVisible();
      await page.goto("about:blank");
      await page.goBack();
      await expect(page.locator(".slip")).toBeVisible();
      await expect(page.getByRole("button", { name: "Approve and commit" })).toHaveCount(0);
    });

    test("two taps 120 ms apart are one answer", async ({ page, stage }) => {
      const asked = await stage.ask();
      await page.goto(asked.url);
      await read(stage);
      await page.route(asked.url, async (route) => {
        if (route.request().method() === "POST") await new Promise((resolve) => setTimeout(resolve, 400));
        await route.continue();
      });
      await page
        .getByRole("button", { name: "Approve and commit" })
        .click({ clickCount: 2, delay: 60, noWaitAfter: true });
      await expect(page.locator(".slip")).toContainText("Approve and commit");
      if (javaScriptEnabled) expect(await stage.posts(asked)).toBe(1);
    });

    test("two people with the link: the first answer counts, and the second sees it", async ({
      browser,
      page,
      stage,
    }) => {
      const asked = await stage.ask();
      const other = await (await browser.newContext({ javaScriptEnabled })).newPage();
      // The second one hears nothing before pressing: no request that waits may be under way already.
      await other.route("**/live*", (route) => route.abort());
      await page.goto(asked.url);
      await other.goto(asked.url);
      await other.getByLabel("Note").fill("mine");
      await read(stage);
      await page.getByRole("button", { name: "Approve and commit" }).click();
      await expect(page.locator(".slip")).toBeVisible();
      await other.getByRole("button", { name: "Approve and commit" }).click();
      await expect(other.getByRole("heading", { level: 1 })).toHaveText("Somebody already answered this");
      await expect(other.locator(".slip")).toContainText("Approve and commit");
      await expect(other.locator("#typed")).toContainText("mine");
      await other.context().close();
    });

    test("each way of closing has a page of its own", async ({ page, stage }) => {
      const headings: string[] = [];
      const visit = async (url: string) => {
        await page.goto(url);
        headings.push((await page.getByRole("heading", { level: 1 }).textContent()) ?? "");
      };
      const withdrawn = await stage.ask();
      await stage.control(`withdraw/${withdrawn.id}`);
      await visit(withdrawn.url);
      const answered = await stage.ask();
      await page.goto(answered.url);
      await read(stage);
      await page.getByRole("button", { name: "Approve and commit" }).click();
      await expect(page.locator(".slip")).toBeVisible();
      await visit(answered.url);
      await stage.control(`pick-up/${answered.id}`);
      await visit(answered.url);
      await stage.control(`complete/${answered.id}`);
      await visit(answered.url);
      const expired = await stage.ask({}, 24 * 3600);
      await stage.control(`advance/${24 * 3_600_000}`);
      await visit(expired.url);
      await visit(`${stage.origin}/a/no-such-link`);
      expect(headings).toEqual([
        "The question was taken back",
        "Sent. The agent has not picked it up yet.",
        "The agent has the answer.",
        "Done. The agent has what it needs.",
        "Nobody answered in time",
        "There is no question at this address",
      ]);
    });
  });
}

test("a page that a browser kept, press and all, comes back with buttons that work", async ({ page, stage }) => {
  const asked = await stage.ask();
  await page.goto(asked.url);
  await read(stage);
  let posts = 0;
  await page.route(asked.url, async (route) => {
    // The first one went down with the page.
    if (route.request().method() === "POST" && (posts += 1) === 1) return;
    await route.continue();
  });
  const button = page.getByRole("button", { name: "Approve and commit" });
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(button).not.toHaveAttribute("aria-busy");
  await button.click();
  await expect(page.locator(".slip")).toBeVisible();
  expect(posts).toBe(2);
});
