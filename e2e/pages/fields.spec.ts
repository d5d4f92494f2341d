import { expect, test } from "@/e2e/support/stage-test";
import type { Asked, Stage } from "@/e2e/support/stage-process";
import type { Page } from "@playwright/test";

const field = (name: string, label: string, schema: object, more: object = {}) => ({
  type: "field",
  name,
  label,
  schema,
  ...more,
});

const fields = [
  field("text", "One line", { type: "string" }),
  field("lines", "Lines", { type: "string" }, { multiline: true }),
  field("mail", "Mail", { type: "string", format: "email" }),
  field("page", "Page", { type: "string", format: "uri" }),
  field("day", "Day", { type: "string", format: "date" }),
  field("amount", "Amount", { type: "number" }),
  field("people", "People", { type: "integer", minimum: 1 }),
  field("sure", "Sure?", { type: "boolean" }),
  field("terms", "Terms", { type: "boolean", const: true }, { option_labels: { true: "I agree" } }),
  field("size", "Size", { type: "string", enum: ["s", "m"] }, { option_labels: { s: "Small", m: "Medium" } }),
  field("city", "City", { type: "string", enum: "abcdefghij".split("") }, { option_labels: { c: "Chur" } }),
  field("extras", "Extras", { type: "array", items: { type: "string", enum: ["bag", "card"] } }),
  field("mood", "Mood", { type: "integer", minimum: 1, maximum: 5 }, { widget: "rating" }),
  field("open", "Left open", { type: "boolean" }, { required: false }),
];

const surface = (components: object[]) => ({ source: { kind: "sess_surface", components } });

async function sent(stage: Stage, asked: Asked): Promise<{ values: object; changed: string[] }> {
  const reply = (await stage.control(`pick-up/${asked.id}`)) as {
    interaction: { response: { values: object; changed: string[] } };
  };
  return reply.interaction.response;
}

async function approve(page: Page, stage: Stage): Promise<void> {
  await stage.control("advance/3000");
  await page.getByRole("button", { name: "Approve and commit" }).click();
  await expect(page.locator(".slip")).toBeVisible();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("every kind of field reaches the agent as the value that was meant", async ({ page, stage }) => {
      const asked = await stage.ask(surface(fields));
      await page.goto(asked.url);
      await page.getByLabel("One line").fill("  as typed ");
      await page.getByRole("textbox", { name: "Lines" }).fill("a\nb");
      await page.getByLabel("Mail").fill("ada@example.com");
      await page.getByRole("textbox", { name: "Page" }).fill("https://example.com/x?y=1");
      await page.getByLabel("Day").first().fill("2026-03-01");
      await page.getByLabel("Amount").fill("-1,5");
      await page.getByLabel("People").fill("٣");
      await page.getByText("No", { exact: true }).first().click();
      await page.getByText("I agree").click();
      await page.getByText("Medium").click();
      await page.getByLabel("City").selectOption({ label: "Chur" });
      await page.getByText("card").click();
      await page.getByRole("radio", { name: "4" }).check();
      await approve(page, stage);
      expect(await sent(stage, asked)).toMatchObject({
        changed: [],
        values: {
          text: "  as typed ",
          lines: "a\nb",
          mail: "ada@example.com",
          page: "https://example.com/x?y=1",
          day: "2026-03-01",
          amount: -1.5,
          people: 3,
          sure: false,
          terms: true,
          size: "m",
          city: "c",
          extras: ["card"],
          mood: 4,
        },
      });
      await expect(page.locator(".sent-values")).toContainText("Chur");
    });

    test("what the agent drafted and nobody touched comes back as it was", async ({ page, stage }) => {
      const drafts = {
        line: field("line", "One line", { type: "string" }, { value: "  x\ny " }),
        mail: field("mail", "Mail", { type: "string", format: "email" }, { value: "ada@exämple.com" }),
        page: field("page", "Page", { type: "string", format: "uri" }, { value: "HTTPS://Example.com:443/a/../b" }),
      };
      const asked = await stage.ask(surface(Object.values(drafts)));
      await page.goto(asked.url);
      await approve(page, stage);
      expect(await sent(stage, asked)).toMatchObject({
        changed: [],
        values: { line: "  x\ny ", mail: "ada@exämple.com", page: "HTTPS://Example.com:443/a/../b" },
      });
    });

    test("fields with neighbouring names do not get into each other's way", async ({ page, stage }) => {
      const asked = await stage.ask(
        surface([
          field("size", "Size", { type: "string", enum: ["s", "m"] }, { option_labels: { s: "Small", m: "Medium" } }),
          field("size-1", "Other size", { type: "string" }),
          field("guest", "Guest", { type: "string", maxLength: 20 }),
          field("guest-count", "Guests in all", { type: "integer" }),
        ]),
      );
      await page.goto(asked.url);
      await page.getByText("Small").click();
      await page.getByText("Other size").click();
      await page.keyboard.type("XS");
      await page.getByLabel("Guest", { exact: true }).fill("Ada Lovelace Byron");
      await page.getByLabel("Guests in all").fill("3");
      await approve(page, stage);
      const values = { size: "s", "size-1": "XS", guest: "Ada Lovelace Byron", "guest-count": 3 };
      expect(await sent(stage, asked)).toMatchObject({ values });
    });

    test("a date can be typed, and what was typed wrongly comes back", async ({ page, stage }) => {
      const asked = await stage.ask(surface([field("day", "Day", { type: "string", format: "date" })]));
      await page.goto(asked.url);
      await page.getByText("Type the date instead").click();
      const typed = page.getByLabel("Date, for example 2026-03-01");
      await typed.fill("2026-02-30");
      await stage.control("advance/3000");
      await page.getByRole("button", { name: "Approve and commit" }).click();
      await expect(page.getByRole("alert")).toContainText("Enter a real date, like 2026-03-01");
      await expect(typed).toHaveValue("2026-02-30");
      await typed.fill("1984.2.29");
      await page.getByRole("button", { name: "Approve and commit" }).click();
      await expect(page.locator(".slip")).toContainText("1984-02-29");
    });

    test("a time can be typed, in the zone beside it or one of its own", async ({ page, stage }) => {
      const moments = ["call", "again"].map((name) =>
        field(name, `When: ${name}`, { type: "string", format: "date-time" }),
      );
      const asked = await stage.ask(surface(moments));
      await page.goto(asked.url);
      const typed = page.getByLabel("Date and time, for example 2026-03-01 14:30");
      for (const more of await page.getByText("Type the date and time instead").all()) await more.click();
      await page.getByLabel("Time zone").first().selectOption("+05:45");
      await typed.first().fill("2026.3.1 9:05");
      await typed.nth(1).fill("2026-02-30 10:00 -03:30");
      await stage.control("advance/3000");
      await page.getByRole("button", { name: "Approve and commit" }).click();
      await expect(page.getByRole("alert")).toContainText("Enter a real date and time");
      await expect(typed.first()).toHaveValue("2026.3.1 9:05");
      await typed.nth(1).fill("2026-03-02 10:00 -03:30");
      await page.getByRole("button", { name: "Approve and commit" }).click();
      await expect(page.locator(".slip")).toBeVisible();
      const values = { call: "2026-03-01T09:05:00+05:45", again: "2026-03-02T10:00:00-03:30" };
      expect(await sent(stage, asked)).toMatchObject({ values });
    });

    test("a proposed time is told in the reader's zone where there is a script, and unchanged stays unchanged", async ({
      page,
      stage,
    }) => {
      const call = field("call", "Call", { type: "string", format: "date-time" }, { value: "2026-07-01T14:30:00Z" });
      const asked = await stage.ask(surface([call]));
      await page.goto(asked.url);
      await expect(page.locator("#f-call")).toHaveValue(javaScriptEnabled ? "2026-07-01T16:30" : "2026-07-01T14:30");
      await expect(page.getByLabel("Time zone")).toHaveValue(javaScriptEnabled ? "+02:00" : "+00:00");
      await approve(page, stage);
      expect(await sent(stage, asked)).toMatchObject({ changed: [], values: { call: "2026-07-01T14:30:00Z" } });
    });

    test("a proposal of any size and offset comes back untouched", async ({ page, stage }) => {
      const value = "9999-12-31T23:59:59-13:59";
      const asked = await stage.ask(
        surface([
          field("far", "Far", { type: "string", format: "date-time" }, { value }),
          field("off", "Off", { type: "string", format: "date-time" }, { value: "2026-03-01T14:30:05+00:01" }),
          field("plain", "Plain", { type: "string", format: "date-time" }, { value: "2026-03-01T14:30:00-00:00" }),
          field("tiny", "Tiny", { type: "number" }, { value: 1e-25 }),
        ]),
      );
      await page.goto(asked.url);
      await expect(page.locator("#f-far")).toHaveValue("9999-12-31T23:59:59");
      await expect(page.locator('[id="f-far.zone"]')).toHaveValue("-13:59");
      await approve(page, stage);
      expect(await sent(stage, asked)).toMatchObject({ changed: [], values: { far: value, tiny: 1e-25 } });
    });

    test("a chosen time carries its zone", async ({ page, stage }) => {
      const asked = await stage.ask(surface([field("call", "Call", { type: "string", format: "date-time" })]));
      await page.goto(asked.url);
      await page.locator("#f-call").fill("2026-12-24T18:00");
      if (!javaScriptEnabled) await page.getByLabel("Time zone").selectOption("+01:00");
      await expect(page.getByLabel("Time zone")).toHaveValue("+01:00");
      await approve(page, stage);
      expect(await sent(stage, asked)).toMatchObject({ values: { call: "2026-12-24T18:00:00+01:00" } });
    });

    test("an untouched proposal is unchanged, and a cleared one is seen", async ({ page, stage }) => {
      const extras = field(
        "extras",
        "Extras",
        { type: "array", items: { type: "string", enum: ["bag", "card"] } },
        { value: ["bag"], required: false },
      );
      const amount = field("amount", "Amount", { type: "number" }, { value: 0.0000001 });
      const asked = await stage.ask(surface([extras, amount]));
      await page.goto(asked.url);
      await expect(page.getByText("Chosen by the agent. You can change it.")).toBeVisible();
      await page.getByText("bag").click();
      await approve(page, stage);
      const response = await sent(stage, asked);
      expect(response).toMatchObject({ changed: ["extras"], values: { amount: 1e-7 } });
      expect(response.values).not.toHaveProperty("extras");
    });
  });
}

test.describe("in Berlin", () => {
  test.use({ timezoneId: "Europe/Berlin" });

  test("a typed time has the zone of its day, and a picked one goes before what was typed and folded away", async ({
    page,
    stage,
  }) => {
    const asked = await stage.ask(surface([field("at", "When?", { type: "string", format: "date-time" })]));
    await page.goto(asked.url);
    const typed = page.getByLabel("Date and time, for example 2026-03-01 14:30");
    const summary = page.getByText("Type the date and time instead");
    await summary.click();
    await typed.fill("2026-12-01 14:30");
    await expect(page.getByLabel("Time zone")).toHaveValue("+01:00");
    await typed.fill("2026.7.1 14:30");
    await expect(page.getByLabel("Time zone")).toHaveValue("+02:00");
    await summary.click();
    await page.locator("#f-at").fill("2026-05-05T10:00");
    await summary.click();
    await expect(typed).toHaveValue("");
    await approve(page, stage);
    expect(await sent(stage, asked)).toMatchObject({ values: { at: "2026-05-05T10:00:00+02:00" } });
  });
});

test("what was typed before the script ran is kept", async ({ page, stage }) => {
  const asked = await stage.ask();
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/a/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(asked.url, { waitUntil: "commit" });
  await page.getByLabel("Commit message").fill("Early bird");
  letGo();
  await expect(page.locator("html")).toHaveClass("script-on");
  await expect(page.getByLabel("Commit message")).toHaveValue("Early bird");
});
