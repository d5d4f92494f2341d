import { expect, test, type Product, type Reply } from "@/e2e/support/product-test";
import { dumpRows } from "@/e2e/support/rows";
import { question } from "@/e2e/support/stage-process";
import type { Page } from "@playwright/test";

test.describe.configure({ mode: "serial" });

async function ask({ call }: Product, parts: object = {}): Promise<Reply["interaction"]> {
  const body = { interaction: { ...question, ...parts }, expires_in: 3600 };
  return (await call("POST", "/v1/interactions", body)).interaction;
}

/** Presses as a person does who is in a hurry: once more, a second later, as long as the page asks. */
async function press(page: Page, name: string): Promise<void> {
  const slip = page.locator(".slip");
  await expect(async () => {
    if (!(await slip.isVisible())) await page.getByRole("button", { name }).click();
    await expect(slip).toBeVisible({ timeout: 1000 });
  }).toPass({ intervals: [1000] });
}

test("a program that loads the page, runs every script and waits has changed no row", async ({ page, product }) => {
  const { humanUrl } = await ask(product);
  const rows = async () => {
    const dump = await dumpRows(product.sql);
    return Object.fromEntries(Object.entries(dump).filter(([table]) => !table.endsWith("api_keys")));
  };
  const before = await rows();
  const following = page.waitForRequest("**/live?v=*");
  await page.goto(humanUrl);
  await following;
  await page.getByLabel("Note").fill("typed, not sent");
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await page.reload();
  await expect(page.getByLabel("Note")).toHaveValue("typed, not sent");
  expect(await rows()).toEqual(before);
});

test("an agent that waits gets the answer, and the person sees that it has it, then the rest", async ({
  page,
  product,
}) => {
  const { id, humanUrl } = await ask(product);
  await page.goto(humanUrl);
  await page.getByLabel("Commit message").fill("Greet people by first name");
  const waiting = product.call("GET", `/v1/interactions/${id}/response?wait_ms=45000`);
  await press(page, "Approve and commit");
  const { interaction } = await waiting;
  expect(interaction.response).toMatchObject({
    actionId: "approve",
    values: { message: "Greet people by first name" },
    changed: ["message"],
  });
  await expect(page.locator("#ending")).toHaveText("The agent has the answer.");

  const eventId = interaction.response!.eventId;
  const next = { ...question, title: "Tell the customer?" };
  const headers = { "if-match": '"1"', "idempotency-key": `publish-${id}` };
  await product.call(
    "POST",
    `/v1/interactions/${id}/revisions`,
    { response_event_id: eventId, interaction: next },
    headers,
  );
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tell the customer?");
  await expect(page.locator(".earlier-slip")).toContainText("Approve and commit");
  await press(page, "Stop");
  const second = await product.call("GET", `/v1/interactions/${id}/response?wait_ms=45000`);
  await product.call(
    "POST",
    `/v1/interactions/${id}/complete`,
    { response_event_id: second.interaction.response!.eventId },
    { "if-match": '"2"', "idempotency-key": `complete-${id}` },
  );
  await expect(page.locator("#ending")).toHaveText("Done. The agent has what it needs.");
});

test("a server that is killed while somebody answers comes back to one answer, sent by itself", async ({
  page,
  product,
}) => {
  test.setTimeout(240_000);
  const { id, humanUrl } = await ask(product);
  await page.goto(humanUrl);
  await page.getByLabel("Note").fill("through a crash");
  await product.server.kill();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.locator("#line")).toHaveText(/kept/);
  await product.server.restart();
  await expect(async () => {
    if (await page.locator(".slip").isVisible()) return;
    // The page may send by itself between that look and this press, and then the button is gone.
    await page.getByRole("button", { name: "Stop" }).click({ timeout: 5000 });
    await expect(page.locator(".slip")).toBeVisible({ timeout: 5000 });
  }).toPass();
  const { interaction } = await product.call("GET", `/v1/interactions/${id}`);
  expect(interaction).toMatchObject({ state: "answered", answers: [{ actionId: "stop", values: {} }] });
});

test("the page is small: everything under 30 KB, the script under 6 KB", async ({ page, product }) => {
  const { humanUrl } = await ask(product);
  const sizes: Record<string, number> = {};
  page.on("response", async (response) => {
    const body = await response.body().catch(() => Buffer.alloc(0));
    const { gzipSync } = await import("node:zlib");
    sizes[new URL(response.url()).pathname.replace(/.*\./, "")] = gzipSync(body).length;
  });
  await page.goto(humanUrl, { waitUntil: "load" });
  await expect.poll(() => Object.keys(sizes).length).toBeGreaterThanOrEqual(3);
  expect(sizes["js"]).toBeLessThanOrEqual(6 * 1024);
  expect(Object.values(sizes).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(30 * 1024);
});

test("a page of Next runs under its own policy, also after a step that loads no document", async ({
  page,
  product,
}) => {
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(`${product.server.origin}/nothing`);
  await page.evaluate(() => Object.assign(globalThis, { stayed: true }));
  await page.getByRole("link", { name: "the first page" }).click();
  await expect(page.getByRole("heading", { name: "Sess" })).toBeVisible();
  expect(await page.evaluate(() => "stayed" in globalThis)).toBe(true);
  // The address itself is not found, which the browser notes too.
  expect(faults.filter((fault) => !fault.includes("404"))).toEqual([]);
});
