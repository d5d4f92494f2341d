import { expect, test } from "@/e2e/support/stage-test";

test("the deadline is told in the reader's own time, with its zone, and how long that is", async ({ page, stage }) => {
  const asked = await stage.ask();
  await page.goto(asked.url);
  await expect(page.locator(".deadline-line")).toHaveText(
    /^Time is nearly up\. Answer until \d\d:\d\d UTC\+[12] (today|tomorrow) \(in (59\smin|1\sh)\)$/,
  );
});

test("before the end it warns, says so, and one press gives more time without touching the form", async ({
  page,
  stage,
}) => {
  const asked = await stage.ask({}, 60);
  await page.goto(asked.url);
  await expect(page.locator("#deadline")).toHaveClass(/deadline-near/);
  await expect(page.locator("#said")).toHaveText(/^Time is nearly up: \d+\ss left\. You can ask for more time\.$/);
  await page.getByLabel("Note").fill("unsent");
  await stage.control("advance/3000");
  await page.getByRole("button", { name: "Ask for more time" }).click();
  await expect(page.locator("#notice")).toContainText("You have more time");
  await expect(page.locator("#deadline")).not.toHaveClass(/deadline-near/);
  await expect(page.getByLabel("Note")).toHaveValue("unsent");
  await expect(page.getByRole("button", { name: "Ask for more time" })).toBeFocused();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("a press for more time within two seconds is asked for once more, and keeps what was typed", async ({
      page,
      stage,
    }) => {
      await stage.control("clock/stops");
      const asked = await stage.ask();
      await page.goto(asked.url);
      const until = await page.locator("#deadline").getAttribute("data-deadline");
      await page.getByLabel("Note").fill("kept");
      await page.getByRole("button", { name: "Ask for more time" }).click();
      await expect(page.getByRole("heading", { name: "Ask for more time?" })).toBeVisible();
      await stage.control("advance/3000");
      await page.getByRole("button", { name: "Ask for more time" }).click();
      await expect(page.getByText("You have more time")).toBeVisible();
      await expect(page.getByLabel("Note")).toHaveValue("kept");
      expect(await page.locator("#deadline").getAttribute("data-deadline")).not.toBe(until);
      await stage.control("clock/runs");
    });

    test("an answer after the time is kept, and sent after asking for more", async ({ page, stage }) => {
      const asked = await stage.ask({}, 60);
      await page.goto(asked.url);
      await page.getByLabel("Commit message").fill("Slow thought");
      await stage.control("advance/61000");
      if (javaScriptEnabled) await page.reload();
      else await page.getByRole("button", { name: "Approve and commit" }).click();
      await expect(page.getByText("Time is up, but you can still answer")).toBeVisible();
      await expect(page.getByLabel("Commit message")).toHaveValue("Slow thought");
      await stage.control("advance/3000");
      await page.getByRole("button", { name: "Ask for more time" }).first().click();
      await expect(page.getByText("You have more time")).toBeVisible();
      await expect(page.getByLabel("Commit message")).toHaveValue("Slow thought");
      // Who was here all the time is not asked whether that was quick.
      await page.getByRole("button", { name: "Approve and commit" }).click();
      await expect(page.locator(".slip")).toContainText("Slow thought");
    });
  });
}

test("more time whose reply is lost is given once", async ({ page, stage }) => {
  const asked = await stage.ask();
  await page.goto(asked.url);
  await stage.control("advance/3000");
  const until = Number(await page.locator("#deadline").getAttribute("data-deadline"));
  let posts = 0;
  await page.route(asked.url, async (route) => {
    if (route.request().method() !== "POST" || (posts += 1) > 1) return route.continue();
    await route.fetch({ maxRedirects: 0 });
    return route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Ask for more time" }).click();
  await expect(page.locator("#notice")).toContainText("You have more time");
  expect(posts).toBe(2);
  expect(Number(await page.locator("#deadline").getAttribute("data-deadline")) - until).toBe(3_600_000);
});

test("when the time runs out under a person's hands the page says so and keeps the text", async ({ page, stage }) => {
  const asked = await stage.ask({}, 30);
  await page.clock.install();
  await page.goto(asked.url);
  await page.getByLabel("Note").fill("in the middle");
  await stage.control("advance/31000");
  await page.clock.runFor(31_000);
  await expect(page.getByText("Time is up, but you can still answer")).toBeVisible();
  await expect(page.getByLabel("Note")).toHaveValue("in the middle");
  await expect(page.getByText("What you typed on this device is back")).toBeHidden();
});

test("a long question has no more time to give and does not offer any", async ({ page, stage }) => {
  const asked = await stage.ask({}, 30 * 24 * 3600);
  await page.goto(asked.url);
  await expect(page.locator(".deadline-line")).toContainText("(in 29 days)");
  await expect(page.getByRole("button", { name: "Ask for more time" })).toHaveCount(0);
});
