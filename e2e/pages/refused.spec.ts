import { expectAccessible } from "@/e2e/support/axe";
import type { Asked, Stage } from "@/e2e/support/stage-process";
import { expect, test } from "@/e2e/support/stage-test";
import type { Page, Route } from "@playwright/test";

type Answer = Parameters<Route["fulfill"]>[0];

const FOREIGN = "<!doctype html><title>Blocked</title><main id=main><h1 id=ending>Blocked</h1></main>";

async function open(page: Page, stage: Stage): Promise<Asked> {
  const asked = await stage.ask();
  await page.goto(asked.url);
  await stage.control("advance/3000");
  await page.getByLabel("Note").fill("typed");
  return asked;
}

async function replyWith(page: Page, { url }: Asked, answer: Answer): Promise<void> {
  await page.route(url, (route) => (route.request().method() === "POST" ? route.fulfill(answer) : route.continue()));
}

async function pressAndSee(page: Page, title: string, why: string): Promise<void> {
  const button = page.getByRole("button", { name: "Approve and commit" });
  await button.click();
  const notice = page.locator("#refused");
  await expect(notice).toContainText(title);
  await expect(notice).toContainText(why);
  await expect(notice).toBeFocused();
  await expect(page).toHaveTitle(title);
  await expect(page.locator("#said")).toHaveText("");
  await expect(button).not.toHaveAttribute("aria-busy", "true");
  await expect(page.getByLabel("Note")).toHaveValue("typed");
  await expectAccessible(page);
}

async function sendAfterAll(page: Page, { url }: Asked): Promise<void> {
  await page.unroute(url);
  await page.getByRole("button", { name: "Approve and commit" }).click();
  await expect(page.locator(".slip")).toContainText("typed");
  await expect(page.locator("#refused")).toHaveCount(0);
  await expect(page).toHaveTitle(/^Sent: /);
}

test("more text than can be sent stays in the form, though the device keeps nothing", async ({ page, stage }) => {
  await page.addInitScript(() => Object.defineProperty(window, "localStorage", { get: () => undefined }));
  const asked = await open(page, stage);
  const message = page.getByLabel("Commit message");
  const text = "x".repeat(1_100_000);
  await message.evaluate((control: HTMLTextAreaElement, value) => (control.value = value), text);
  await pressAndSee(page, "Your answer was not sent", "Shorten it");
  expect((await message.inputValue()).length).toBe(text.length);
  await message.fill("Short");
  await sendAfterAll(page, asked);
});

test("a form that cannot be read stays on the page", async ({ page, stage }) => {
  const asked = await open(page, stage);
  await page.route(asked.url, (route) => {
    const headers = { ...route.request().headers(), "content-type": "text/plain" };
    return route.request().method() === "POST" ? route.continue({ headers }) : route.continue();
  });
  await pressAndSee(page, "Your answer was not sent", "The form could not be read.");
  await sendAfterAll(page, asked);
});

const html = { contentType: "text/html", body: FOREIGN };
const replies: [string, Answer, title: string, why: string][] = [
  ["a proxy's 403", { status: 403, ...html }, "Your answer was not sent", "replied instead"],
  ["a proxy's 413", { status: 413, ...html }, "Your answer was not sent", "Shorten it"],
  ["an empty 400", { status: 400, body: "" }, "Your answer was not sent", "replied instead"],
  ["a captive portal's 200", { status: 200, ...html }, "Your answer may not have been sent", "It counts only once."],
];

for (const [name, answer, title, why] of replies) {
  test(`${name} leaves the form, and says why`, async ({ page, stage }) => {
    const asked = await open(page, stage);
    await replyWith(page, asked, answer);
    await pressAndSee(page, title, why);
    expect(await page.evaluate(() => localStorage.length)).toBe(1);
    await sendAfterAll(page, asked);
  });
}

test("a redirect to a sign-in page forgets no draft", async ({ page, stage }) => {
  const asked = await open(page, stage);
  await page.evaluate((body) => {
    const real = window.fetch;
    window.fetch = async (input, init) => {
      if (init?.method !== "POST") return real(input, init);
      window.fetch = real;
      const reply = new Response(body, { headers: { "Content-Type": "text/html" } });
      return Object.defineProperty(reply, "redirected", { value: true });
    };
  }, FOREIGN);
  await pressAndSee(page, "Your answer may not have been sent", "sign in");
  expect(await page.evaluate(() => Object.values(localStorage).join())).toContain("typed");
  await sendAfterAll(page, asked);
});

test("an error page that the script shows says at once how much is too much, and where", async ({ page, stage }) => {
  const one = { type: "field", name: "one", label: "Letter", schema: { type: "string", maxLength: 1 } };
  const consent = { type: "field", name: "ok", label: "Terms", schema: { type: "boolean", const: true } };
  const pick = { type: "field", name: "pick", label: "Yes or no", schema: { type: "boolean" } };
  const asked = await stage.ask({ source: { kind: "sess_surface", components: [one, consent, pick] } });
  await page.goto(asked.url);
  await page.getByLabel("Letter").fill("ab");
  await stage.control("advance/3000");
  await page.getByRole("button", { name: "Approve and commit" }).click();
  await expect(page.locator("#problems")).toContainText("Enter at most 1 character. There are 2");
  await expect(page.locator(".field-count-over")).toHaveText("Characters too many: 1");
  await expect(page.getByRole("checkbox")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("radiogroup", { name: "Yes or no" })).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
});
