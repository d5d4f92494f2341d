import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const [lightBlock = "", darkBlock = ""] = css.split("@media");

/** Every text on every ground it stands on, anywhere on the pages. */
const PAIRS = [
  ["ink", "paper"],
  ["ink", "raised"],
  ["ink", "accent-tint"],
  ["ink", "wait-tint"],
  ["ink", "stop-tint"],
  ["soft", "paper"],
  ["soft", "raised"],
  ["soft", "accent-tint"],
  ["accent", "paper"],
  ["accent", "raised"],
  ["accent", "accent-tint"],
  ["accent", "wait-tint"],
  ["stop", "paper"],
  ["stop", "raised"],
  ["stop", "stop-tint"],
  ["wait", "paper"],
  ["wait", "raised"],
  ["wait", "wait-tint"],
  ["on-accent", "accent"],
  ["on-stop", "stop"],
] as const;

describe.each([
  ["light", tokensOf(lightBlock)],
  ["dark", tokensOf(darkBlock)],
])("%s", (_, tokens) => {
  it.each(PAIRS)("%s on %s reaches 4.5:1", (text, ground) => {
    expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it("draws the edges of controls and the focus ring at 3:1", () => {
    for (const ground of ["paper", "raised"] as const) {
      expect(contrast(tokens["soft"], tokens[ground])).toBeGreaterThanOrEqual(3);
      expect(contrast(tokens["accent"], tokens[ground])).toBeGreaterThanOrEqual(3);
    }
  });
});

it("names the same tokens in light and dark", () => {
  expect(Object.keys(tokensOf(darkBlock))).toEqual(Object.keys(tokensOf(lightBlock)));
});

function tokensOf(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)].map(([, name, value]) => [name, value]),
  );
}

function contrast(a: string | undefined, b: string | undefined): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color = ""): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
