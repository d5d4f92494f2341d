import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNumber } from "@/lib/ask/core/read-number";

describe("a number as people type it", () => {
  it.each<[string, number]>([
    ["0", 0],
    ["42", 42],
    ["007", 7],
    ["-7", -7],
    ["- 7", -7],
    ["+7", 7],
    ["\u22127", -7],
    ["\u20137", -7],
    ["-0", 0],
    ["  42 ", 42],
    ["\u00a042\u200b", 42],
    ["\u200e-\u200f42\u200e", -42],
    ["1.5", 1.5],
    ["1,5", 1.5],
    ["-0,25", -0.25],
    [".5", 0.5],
    [",5", 0.5],
    ["1.50", 1.5],
    ["12.0", 12],
    // Both separators: the last one is decimal.
    ["1.000,50", 1000.5],
    ["1,000.50", 1000.5],
    ["1.234.567,891", 1234567.891],
    ["1,000.500", 1000.5],
    ["1.000,500", 1000.5],
    // One that comes twice groups.
    ["1.000.000", 1000000],
    ["1,000,000", 1000000],
    ["1,00,000", 100000],
    ["12,34,56,789", 123456789],
    // Spaces and apostrophes only group.
    ["1 000", 1000],
    ["1\u00a0000", 1000],
    ["1\u202f000,5", 1000.5],
    ["1\u2009000.125", 1000.125],
    ["1'000", 1000],
    ["1\u2019000\u2019000.25", 1000000.25],
    // Three digits after one separator, where it cannot group.
    ["0.125", 0.125],
    ["0,125", 0.125],
    ["1234.567", 1234.567],
    ["1234,567", 1234.567],
    ["00.125", 0.125],
    [".125", 0.125],
    ["1.0000", 1],
    ["1,2345", 1.2345],
    // Other digits and their separators.
    ["٤٢", 42],
    ["١٬٢٣٤٫٥", 1234.5],
    ["١٬٢٣٤", 1234],
    ["۱۲٫۵", 12.5],
    ["١٢،٥", 12.5],
    ["४२", 42],
    ["４２．５", 42.5],
    ["－４２", -42],
    ["𝟜𝟚", 42],
    ["9007199254740991", 9007199254740991],
    ["0.1", 0.1],
    ["123456789012345.6", 123456789012345.6],
    ["100000000000000000000000", 1e23],
    ["0.0000001", 1e-7],
  ])("%j is %d", (typed, value) => {
    expect(readNumber(typed)).toBe(value);
  });

  it.each([
    "42xyz",
    "12.5abc",
    "1e3",
    "1E3",
    "0x10",
    "0b1",
    "1_000",
    "Infinity",
    "NaN",
    "one",
    "",
    " ",
    "-",
    "+",
    ".",
    ",",
    "--1",
    "+-1",
    "1-",
    "1-2",
    "5.",
    "5,",
    "1..5",
    "1,,5",
    "1.2.3",
    "1,2,3",
    "1.00,00",
    "1,000,00",
    "10,00,00",
    "1.5,000",
    "1,5.000.0",
    "1 5",
    "1 0000",
    "1000 000",
    "1  000",
    "1 000'000",
    "1 000.000.000",
    "1'000,000,0",
    "1.000 000",
    "12%",
    "€5",
    "1/2",
    "½",
    "1²",
    "①",
    "Ⅳ",
    "5 kg",
    "1\n2",
    "٤٢x",
    "😹",
  ])("%j is none", (typed) => {
    expect(readNumber(typed)).toEqual({ code: "number" });
  });

  it.each<[string, string, string]>([
    ["1,000", "1000", "1.0"],
    ["1.000", "1000", "1.0"],
    ["1.234", "1234", "1.2340"],
    ["1,234", "1234", "1.2340"],
    ["12,500", "12500", "12.5"],
    ["12.345", "12345", "12.3450"],
    ["12,050", "12050", "12.05"],
    ["999,999", "999999", "999.9990"],
    ["-1,000", "-1000", "-1.0"],
    ["١،٠٠٠", "1000", "1.0"],
    ["１．０００", "1000", "1.0"],
  ])("%j could be %s or %s, each of which is read as it is written", (typed, ...readings) => {
    expect(readNumber(typed)).toEqual({ code: "ambiguous_number", readings });
    for (const reading of readings) expect(readNumber(reading)).toBe(Number(reading));
  });

  it.each([
    ["9007199254740993", "a double would make it 9007199254740992"],
    ["12345678901234567890", "it has more digits than a double"],
    ["0.1000000000000000055511151231257827", "it has more digits than a double"],
    ["1.00000000000000000001", "a double would make it 1"],
    [`1${"0".repeat(400)}`, "it is beyond every double"],
    [`0.${"0".repeat(400)}1`, "a double would make it 0"],
  ])("%s is none: %s", (typed) => {
    expect(readNumber(typed)).toEqual({ code: "inexact_number" });
  });
});

describe("a proposal that was left alone", () => {
  it.each([1.234, 12.345, -1.234, 1.5, 3, 0])("%d is itself, although it could be two", (proposed) => {
    expect(readNumber(String(proposed), proposed)).toBe(proposed);
  });

  it.each([
    ["1,234", 1.234, "ambiguous_number"],
    ["1.235", 1.234, "ambiguous_number"],
    ["1.234x", 1.234, "number"],
    ["1.234", 1234, "ambiguous_number"],
  ])("%j is not the proposed %d", (typed, proposed, code) => {
    expect(readNumber(typed, proposed)).toMatchObject({ code });
  });
});

describe("properties", () => {
  const separators = fc.constantFrom(
    [" ", ","],
    ["\u202f", ","],
    ["'", "."],
    [".", ","],
    [",", "."],
    ["٬", "٫"],
  ) as fc.Arbitrary<[string, string]>;

  it("a number that is written out with groups is read back, in every style", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        fc.nat(99),
        separators,
        fc.constantFrom(0x30, 0x660, 0x6f0, 0x966),
        (whole, cents, [group, decimal], zero) => {
          const digits = String(Math.abs(whole)).replace(/\B(?=(\d{3})+$)/g, group);
          const plain = `${digits}${decimal}${String(cents).padStart(2, "0")}`;
          const typed = plain.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
          const value = Number(`${Math.abs(whole)}.${String(cents).padStart(2, "0")}`);
          expect(readNumber(`${whole < 0 ? "-" : ""}${typed}`)).toBe(whole < 0 ? -value + 0 : value);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("what is read is the number that was typed, by any reading of its digits", () => {
    const typed = fc.string({ unit: fc.constantFrom("0", "1", "7", ".", ",", " ", "'", "-"), maxLength: 9 });
    fc.assert(
      fc.property(typed, (text) => {
        const value = readNumber(text);
        if (typeof value !== "number") return;
        const digits = (s: string) => s.replace(/\D/g, "").replace(/^0+|0+$/g, "");
        expect(digits(String(value))).toBe(digits(text));
      }),
      { numRuns: 3000 },
    );
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const value = readNumber(text);
        expect(typeof value === "object" || Number.isFinite(value)).toBe(true);
      }),
    );
  });
});
