import type { Asked, Stage } from "@/e2e/support/stage-process";
import { stopElsewhere } from "@/e2e/support/elsewhere";
import { expect, test } from "@/e2e/support/stage-test";
import type { Page } from "@playwright/test";

test("a draft survives a reload, says so, and goes when the answer is sent", async ({ page, stage }) => {
  const asked = await stage.ask();
  await page.goto(asked.url);
  await page.getByLabel("Commit message").fill("Half a thou");
  await page.reload();
  await expect(page.getByLabel("Commit message")).toHaveValue("Half a thou");
  await expect(page.getByText("What you typed on this device is back.")).toBeVisible();
  const stored = await page.evaluate(() => Object.entries(localStorage));
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(asked.secret);
  await stage.control("advance/3000");
  await page.getByRole("button", { name: "Approve and commit" }).click();
  await expect(page.locator(".slip")).toContainText("Half a thou");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("a draft can be dropped for what the agent proposed", async ({ page, stage }) => {
  const asked = await stage.ask();
  await page.goto(asked.url);
  await page.getByLabel("Commit message").fill("Never mind");
  await page.reload();
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByLabel("Commit message")).toHaveValue("Greet people by name");
  await page.reload();
  await expect(page.getByLabel("Commit message")).toHaveValue("Greet people by name");
});

test("a cut connection is retried with the same nonce: one answer", async ({ page, stage }) => {
  const asked = await stage.ask();
  await page.goto(asked.url);
  const bodies: (string | null)[] = [];
  await page.route(asked.url, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    bodies.push(route.request().postData());
    return bodies.length < 3 ? route.abort("connectionreset") : route.continue();
  });
  await stage.control("advance/3000");
  await page.getByLabel("Note").fill("kept");
  await page.getByRole("button", { name: "Approve and commit" }).click();
  await expect(page.locator("#line")).toHaveText("No connection. Trying again by itself. What you typed is kept.");
  await expect(page.locator(".slip")).toContainText("kept");
  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]).toContain("action=approve");
});

test("a reply that is lost after the server committed leads to the same answer", async ({ page, stage }) => {
  const asked = await stage.ask();
  await page.goto(asked.url);
  let posts = 0;
  await page.route(asked.url, async (route) => {
    if (route.request().method() !== "POST" || (posts += 1) > 1) return route.continue();
    await route.fetch({ maxRedirects: 0 });
    return route.abort("connectionreset");
  });
  await stage.control("advance/3000");
  await page.getByLabel("Note").fill("once");
  await page.getByRole("button", { name: "Approve and commit" }).click();
  await expect(page.locator(".slip")).toContainText("once");
  await expect(page.getByText("Somebody already answered this")).toHaveCount(0);
  expect(posts).toBe(2);
});

test("an answer that went out with a reply nobody heard is known as one's own later", async ({
  context,
  page,
  stage,
}) => {
  test.slow();
  const asked = await stage.ask();
  await page.goto(asked.url);
  let posts = 0;
  await page.route(asked.url, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    if ((posts += 1) === 1) await route.fetch({ maxRedirects: 0 });
    return route.abort("connectionreset");
  });
  await page.route("**/live*", (route) => route.abort());
  await stage.control("advance/3000");
  await page.getByLabel("Note").fill("unheard");
  await page.getByRole("button", { name: "Approve and commit" }).click();
  await expect(page.locator("#refused")).toContainText(/No reply came. It is not known/, { timeout: 60_000 });
  await context.setOffline(true);
  await page.unroute(asked.url);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sent. The agent has not picked it up yet.");
  await expect(page.locator(".slip")).toContainText("unheard");
  await expect(page.locator("#typed")).toBeHidden();
});

/** Presses, and no reply ever comes: the form arrives (`arrives`) or does not. */
async function pressUnheard(page: Page, stage: Stage, asked: Asked, arrives: boolean): Promise<void> {
  let posts = 0;
  await page.route("**/live*", (route) => route.abort());
  await page.route(asked.url, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    if (arrives && (posts += 1) === 1) await route.fetch({ maxRedirects: 0 });
    return route.abort("connectionreset");
  });
  await stage.control("advance/3000");
  await page.getByRole("button", { name: "Approve and commit" }).click();
  await expect(page.locator("#refused")).toContainText(/No reply came/, { timeout: 60_000 });
  await page.unroute(asked.url);
}

test("after a reload, an answer that looks otherwise than it was typed is known as one's own", async ({
  page,
  stage,
}) => {
  test.slow();
  const amount = { type: "field", name: "amount", label: "Amount", schema: { type: "number" } };
  const asked = await stage.ask({ source: { kind: "sess_surface", components: [amount] } });
  await page.goto(asked.url);
  await page.getByLabel("Amount").fill("1 000,50");
  await pressUnheard(page, stage, asked, true);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sent. The agent has not picked it up yet.");
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  await expect(page.locator("#typed")).toBeHidden();
});

test("after a reload, another's answer with the same letters in it is not taken for one's own", async ({
  browser,
  page,
  stage,
}) => {
  test.slow();
  const asked = await stage.ask();
  await page.goto(asked.url);
  await page.getByLabel("Note").fill("e");
  await pressUnheard(page, stage, asked, false);
  await stopElsewhere(browser, stage, asked);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Somebody already answered this");
  await expect(page.locator("#typed").getByText("e", { exact: true })).toBeVisible();
});

test("an untouched page that is closed leaves another tab's draft alone", async ({ context, page, stage }) => {
  const asked = await stage.ask();
  const untouched = await context.newPage();
  await untouched.goto(asked.url);
  await page.goto(asked.url);
  await page.getByLabel("Note").fill("from the other tab");
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(1);
  await untouched.goto("about:blank");
  expect(await page.evaluate(() => Object.values(localStorage).join())).toContain("from the other tab");
});

test("a server that asks for patience gets it, and a long wait is left to the person", async ({ page, stage }) => {
  const asked = await stage.ask();
  await page.goto(asked.url);
  await stage.control("advance/3000");
  const at: number[] = [];
  await page.route(asked.url, (route) => {
    at.push(Date.now());
    const patience = at.length === 1 ? "3" : "90";
    return route.fulfill({ status: at.length === 1 ? 503 : 429, headers: { "Retry-After": patience } });
  });
  await page.getByLabel("Note").fill("patient");
  await page.getByRole("button", { name: "Approve and commit" }).click();
  await expect(page.locator("#refused")).toContainText(
    /This cannot be done right now\. It is not known .* again in 1\smin/,
  );
  expect(at).toHaveLength(2);
  expect(at[1]! - at[0]!).toBeGreaterThan(3000);
  await page.getByRole("button", { name: "Approve and commit" }).click();
  await expect(page.locator("#refused")).toContainText(
    /Your answer was not sent.*That was too many tries\..* again in 1\smin/,
  );
  await page.unroute(asked.url);
  await page.getByRole("button", { name: "Approve and commit" }).click();
  await expect(page.locator(".slip")).toContainText("patient");
});

test("while the database is away nothing is lost, with a script", async ({ page, stage }) => {
  const asked = await stage.ask();
  await page.goto(asked.url);
  await stage.control("advance/3000");
  await page.getByLabel("Note").fill("patient");
  await stage.control("down/true");
  await page.getByRole("button", { name: "Approve and commit" }).click();
  await expect(page.locator("#line")).toHaveText(/^This cannot be done right now\. Trying again by itself/);
  await stage.control("down/false");
  await expect(page.locator(".slip")).toContainText("patient");
});

test("a page that gave up keeps everything, and the next press works", async ({ context, page, stage }) => {
  test.slow();
  const asked = await stage.ask();
  await page.goto(asked.url);
  await stage.control("advance/3000");
  await page.getByLabel("Note").fill("still here");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Approve and commit" }).click();
  await expect(page.locator("#refused")).toContainText(/No reply came/, { timeout: 60_000 });
  await expect(page.getByLabel("Note")).toHaveValue("still here");
  await expect(page.getByRole("button", { name: "Approve and commit" })).not.toHaveAttribute("aria-busy", "true");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Approve and commit" }).click();
  await expect(page.locator(".slip")).toContainText("still here");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("while the database is away one press sends the very same again", async ({ page, stage }) => {
    const asked = await stage.ask();
    await page.goto(asked.url);
    await stage.control("advance/3000");
    await page.getByLabel("Note").fill("patient");
    await stage.control("down/true");
    await page.getByRole("button", { name: "Approve and commit" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This cannot be done right now");
    await stage.control("down/false");
    await page.getByRole("button", { name: "Send again" }).click();
    await expect(page.locator(".slip")).toContainText("patient");
  });

  test("presses without end are slowed down, and nothing is lost", async ({ page, stage }) => {
    await stage.control("clock/stops");
    const asked = await stage.ask();
    for (let press = 0; press < 31; press += 1) await fetch(asked.url, { method: "POST", body: new URLSearchParams() });
    await page.goto(asked.url);
    await page.getByLabel("Note").fill("slow");
    await page.getByRole("button", { name: "Approve and commit" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("That was too many tries");
    await stage.control("limits");
    await stage.control("advance/3000");
    await page.getByRole("button", { name: "Send again" }).click();
    await expect(page.locator(".slip")).toContainText("slow");
    await stage.control("clock/runs");
  });
});
