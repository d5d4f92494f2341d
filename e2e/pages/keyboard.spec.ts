import { expect, test } from "@/e2e/support/stage-test";

const form = {
  source: {
    kind: "sess_surface",
    components: [
      { type: "field", name: "name", label: "Your name", schema: { type: "string" } },
      {
        type: "field",
        name: "size",
        label: "Size",
        schema: { type: "string", enum: ["s", "m", "l"] },
        option_labels: { s: "Small", m: "Medium", l: "Large" },
      },
      {
        type: "field",
        name: "sure",
        label: "How sure?",
        widget: "rating",
        schema: { type: "integer", minimum: 1, maximum: 5 },
      },
      {
        type: "field",
        name: "extras",
        label: "Extras",
        schema: { type: "array", items: { type: "string", enum: ["bag", "card"] } },
      },
      { type: "field", name: "words", label: "Words", multiline: true, schema: { type: "string" } },
    ],
  },
};

test("the whole form is filled in and sent with a keyboard alone", async ({ page, stage }) => {
  const asked = await stage.ask(form);
  await page.goto(asked.url);
  await stage.control("advance/3000");
  const { keyboard } = page;
  await keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Ask for more time" })).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.type("Ada");
  await keyboard.press("Enter");
  await expect(page.getByLabel("Small")).toBeFocused();
  await keyboard.press("ArrowDown");
  await expect(page.getByLabel("Medium")).toBeChecked();
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "2", exact: true })).toBeChecked();
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await expect(page.getByLabel("bag")).toBeChecked();
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.type("one");
  await keyboard.press("Enter");
  await keyboard.type("two");
  await expect(page.getByLabel("Words")).toHaveValue("one\ntwo");
  await keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Approve and commit" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.locator(".slip")).toContainText("Medium");
  await expect(page.locator(".slip")).toContainText("one\ntwo");
});

test("Ctrl+Enter in the text presses the first button, but not while a word is being composed", async ({
  page,
  stage,
}) => {
  const asked = await stage.ask(form);
  await page.goto(asked.url);
  await stage.control("advance/3000");
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("Small").check();
  await page.getByRole("radio", { name: "4" }).check();
  await page.getByLabel("card").check();
  const words = page.getByLabel("Words");
  await words.fill("hi");
  await words.evaluate((element) =>
    element.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, isComposing: true, bubbles: true }),
    ),
  );
  await expect(words).toHaveValue("hi");
  expect(await stage.posts(asked)).toBe(0);
  await words.press("Control+Enter");
  await expect(page.locator(".slip")).toContainText("Small");
});

test("the focus is always visible, three pixels wide", async ({ page, stage }) => {
  await page.goto(`${stage.origin}/gallery/every-field`);
  const thin: string[] = [];
  for (let stop = 0; stop < 40; stop += 1) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const active = document.activeElement;
      if (active === null || active === document.body) return "end";
      const drawn = active.closest(".option, .step") ?? active;
      const { outlineStyle, outlineWidth } = getComputedStyle(drawn);
      return outlineStyle === "solid" && outlineWidth === "3px" ? "" : drawn.outerHTML.slice(0, 120);
    });
    if (found === "end") break;
    if (found !== "") thin.push(found);
  }
  expect(thin).toEqual([]);
});

test("characters are counted as the limit counts them, only near it, and pasting is never cut", async ({
  page,
  stage,
}) => {
  const asked = await stage.ask();
  await page.goto(asked.url);
  const note = page.getByLabel("Note");
  const counter = page.locator('[id="f-note.count"]');
  await note.fill("short");
  await expect(counter).toBeHidden();
  await note.fill("cat😹 cafȩ́ 👩🏻‍🚀 1234567");
  await expect(counter).toHaveText("Characters left: 1");
  await expect(page.locator("#said")).toHaveText("Characters left: 1");
  await note.fill("😹".repeat(30));
  await expect(counter).toHaveText("Characters too many: 6");
  await expect(note).toHaveValue("😹".repeat(30));
});
