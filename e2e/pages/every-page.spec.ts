import { axeFindings, expectAccessible } from "@/e2e/support/axe";
import { expect, test } from "@/e2e/support/stage-test";
import type { Stage } from "@/e2e/support/stage-process";
import type { Page } from "@playwright/test";

const galleryOf = async (stage: Stage): Promise<Names> => (await fetch(`${stage.origin}/gallery`)).json();

type Names = { states: string[]; fields: string[] };
const all = ({ states, fields }: Names) => [...states, ...fields];

async function everyPage(
  page: Page,
  stage: Stage,
  look: (name: string) => Promise<void>,
  which: (names: Names) => string[] = all,
): Promise<void> {
  for (const name of which(await galleryOf(stage))) {
    await test.step(name, async () => {
      await page.goto(`${stage.origin}/gallery/${name}`);
      await look(name);
    });
  }
}

test.describe.configure({ timeout: 300_000 });

test("axe finds nothing on any state and any field example", async ({ page, stage }) => {
  await everyPage(page, stage, () => expectAccessible(page));
});

test("axe finds nothing on any state in the dark, with the script kept away", async ({ page, stage }) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.route("**/a/assets/*.js", (route) => route.abort());
  await everyPage(
    page,
    stage,
    () => expectAccessible(page),
    ({ states }) => states,
  );
});

test("axe would find a control without its label", async ({ page, stage }) => {
  await page.goto(`${stage.origin}/gallery/waiting`);
  await page.evaluate(() => document.querySelector("label")?.remove());
  expect(await axeFindings(page)).toContainEqual(expect.objectContaining({ id: "label" }));
});

test("at 320 px nothing scrolls sideways, targets are 44 px high, and inputs do not make a phone zoom", async ({
  page,
  stage,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const found: string[] = [];
  await everyPage(page, stage, async (name) => {
    found.push(...(await page.evaluate(layoutFaults)).map((fault) => `${name}: ${fault}`));
  });
  expect(found).toEqual([]);
});

test("nothing is preselected, focused or moved by itself, and zoom stays possible", async ({ page, stage }) => {
  await page.goto(`${stage.origin}/gallery/every-field`);
  expect(await page.locator("input:checked").count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  expect(await page.locator("[maxlength]").count()).toBe(0);
  expect(await page.locator("meta[name=viewport]").getAttribute("content")).not.toMatch(/user-scalable|maximum-scale/);
});

test("nothing moves for people who asked for that", async ({ page, stage }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${stage.origin}/gallery/waiting`);
  await page.evaluate(() => {
    document.querySelector(".button-primary")?.setAttribute("aria-busy", "true");
    document.querySelector("form")?.classList.add("arriving");
  });
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test("text of the agent takes its own direction, whatever the page's", async ({ page, stage }) => {
  await page.goto(`${stage.origin}/gallery/right-to-left`);
  const direction = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).direction);
  expect(await direction("h1")).toBe("rtl");
  expect(await direction(".prose p")).toBe("rtl");
  expect(await direction("textarea")).toBe("rtl");
  expect(await direction(".action-note")).toBe("ltr");
});

function layoutFaults(): string[] {
  const found: string[] = [];
  const width = document.documentElement.scrollWidth;
  if (width > 320) found.push(`${width} px wide`);
  for (const element of document.querySelectorAll<HTMLElement>("button, .control, .option, .step, summary, a.button")) {
    if (!element.checkVisibility() || element.classList.contains("inert-default")) continue;
    const { height } = element.getBoundingClientRect();
    if (height < 44) found.push(`${element.className} is ${height} px high`);
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (element.matches(".control") && size < 16) found.push(`${element.id} has text of ${size} px`);
  }
  return found;
}
