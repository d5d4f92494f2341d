import { DOCS_STYLE } from "@/lib/http/docs-style";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const tokens = (css: string) =>
  [...css.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6})/gi)].map(([, name, value]) => `${name} ${value?.toLowerCase()}`);

it("uses the colours of every other page, light and dark", () => {
  const house = tokens(readFileSync("components/tokens.css", "utf8"));
  const own = tokens(DOCS_STYLE);
  expect(own).toHaveLength(12);
  const isLight = (index: number, list: string[]) => index < list.length / 2;
  const light = (list: string[]) => list.filter((_, index) => isLight(index, list));
  const dark = (list: string[]) => list.filter((_, index) => !isLight(index, list));
  expect(light(own).filter((token) => !light(house).includes(token))).toEqual([]);
  expect(dark(own).filter((token) => !dark(house).includes(token))).toEqual([]);
});
