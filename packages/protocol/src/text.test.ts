import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { codePointLength, isBlank, isStorableText, normalizeText } from "./text.js";

const anyText = fc.string({ unit: "binary" });

describe("length", () => {
  it.each([
    ["", 0],
    ["cat", 3],
    ["cat😹", 4],
    ["cafȩ́", 5],
    ["👩🏻‍🚀", 4],
    ["🇸🇮", 2],
    ["\r\n", 2],
  ])("%j has %i code points", (text, length) => {
    expect(codePointLength(text)).toBe(length);
  });

  it("is the count that the schemas limit by, and what a browser counts by spreading", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const length = codePointLength(text);
        expect(length).toBe([...text].length);
        expect(z.string().max(length).safeParse(text).success).toBe(true);
        expect(
          z
            .string()
            .max(length - 1)
            .safeParse(text).success,
        ).toBe(false);
        expect(z.string().min(length).safeParse(text).success).toBe(true);
        expect(
          z
            .string()
            .min(length + 1)
            .safeParse(text).success,
        ).toBe(false);
      }),
    );
  });
});

describe("normal form", () => {
  it.each([
    ["a\r\nb\rc\nd", "a\nb\nc\nd"],
    ["cafe\u0301", "caf\u00e9"],
    ["  kept \t ", "  kept \t "],
    ["\u200b", "\u200b"],
  ])("%j is %j", (text, normal) => {
    expect(normalizeText(text)).toBe(normal);
  });

  it("leaves alone what heaps more marks on a letter than any language does", () => {
    const marks = (count: number) => `e${"\u0301".repeat(count)}`;
    expect(normalizeText(marks(30))).toBe(`\u00e9${"\u0301".repeat(29)}`);
    expect(normalizeText(marks(31))).toBe(marks(31));
    // Each of these becomes two: the result is a longer heap, and still one that is reached once.
    const twice = normalizeText("\u0344".repeat(20));
    expect(twice).toHaveLength(40);
    expect(normalizeText(twice)).toBe(twice);
  });

  it("is reached once", () => {
    const marked = fc.string({ unit: fc.constantFrom("e", "\u0301", "\u0316", "\u0344", "\r", "\n"), maxLength: 80 });
    fc.assert(
      fc.property(fc.oneof(anyText, marked), (text) => {
        const normal = normalizeText(text);
        expect(normalizeText(normal)).toBe(normal);
        expect(normal).not.toContain("\r");
      }),
    );
  });
});

describe("what can be stored", () => {
  it.each(["", "a", "😹", "\u0001", "\uffff"])("%j can", (text) => {
    expect(isStorableText(text)).toBe(true);
  });

  it.each(["\0", "a\0b", "\ud83d", "a\ude39", "\ude39\ud83d", "😹\ud83d"])("%j cannot", (text) => {
    expect(isStorableText(text)).toBe(false);
  });
});

describe("blank", () => {
  it.each([
    "",
    " ",
    "\n\t",
    "\u00a0",
    "\u200b",
    "\u200d\u2060\ufeff",
    "\u3164",
    "\u00ad",
    "\u2800",
    "\u{e0041}",
    "\u200f \u202e",
  ])("%j is", (text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each(["a", " . ", "0", "\u0301", "😹", "-"])("%j is not", (text) => {
    expect(isBlank(text)).toBe(false);
  });
});
