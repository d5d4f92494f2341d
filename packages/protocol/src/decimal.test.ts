import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalText, isMultipleOf } from "./decimal.js";

describe("multiples, reckoned in decimal", () => {
  it.each([
    [0.3, 0.1],
    [1.1, 0.1],
    [4.35, 0.01],
    [-0.3, 0.1],
    [0, 0.1],
    [1e21, 10],
    [1e300, 1e-300],
    [6, 1.5],
  ])("%d is one of %d", (value, step) => {
    expect(isMultipleOf(value, step)).toBe(true);
  });

  it.each([
    [0.35, 0.1],
    [1, 0.3],
    [1e-7, 0.01],
    [5, 1.5],
    [1e21 + 2 ** 20, 10 ** 7],
  ])("%d is none of %d", (value, step) => {
    expect(isMultipleOf(value, step)).toBe(false);
  });

  it("are n times the step for every n", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e6, max: 1e6 }),
        fc.integer({ min: 1, max: 999 }),
        fc.nat(6),
        (n, digits, places) => {
          const step = Number(`${digits}e-${places}`);
          expect(isMultipleOf(Number(`${n * digits}e-${places}`), step)).toBe(true);
        },
      ),
    );
  });
});

describe("in figures", () => {
  it.each([
    [0, "0"],
    [-0, "0"],
    [12.5, "12.5"],
    [-1e-7, "-0.0000001"],
    [1.5e-25, "0.00000000000000000000000015"],
    [1e21, "1000000000000000000000"],
    [-1.25e22, "-12500000000000000000000"],
    [Number.MIN_VALUE, `0.${"0".repeat(323)}5`],
  ])("%d is %s", (value, text) => {
    expect(decimalText(value)).toBe(text);
  });

  it("a number stays that number", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = decimalText(value);
        expect(text).toMatch(/^-?\d+(\.\d*[1-9])?$/);
        expect(Number(text)).toBe(value + 0);
      }),
    );
  });
});
