import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { LIMITS } from "../limits.js";
import { compilePattern, type Step } from "./compile.js";
import { matchesPattern } from "./match.js";
import { PatternError } from "./parse.js";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const matches = (source: string, text: string) => matchesPattern(compilePattern(source), text);

describe("patterns", () => {
  it.each([
    ["^[a-z]+$", "abc", true],
    ["^[a-z]+$", "abC", false],
    ["b", "abc", true],
    ["", "", true],
    ["^$", "a", false],
    ["^.$", "😹", true],
    ["^..$", "😹", false],
    ["^.$", "\n", false],
    ["^\\d{3}-\\d{2,4}$", "123-4567", true],
    ["^\\d{3}-\\d{2,4}$", "123-45678", false],
    ["^(?:yes|no)$", "no", true],
    ["^(?<year>\\d{4})$", "2026", true],
    ["^a{0}b$", "b", true],
    ["^(a?){3}$", "aaa", true],
    ["^(a*)*$", "aaab", false],
    ["^(|a)+$", "aa", true],
    ["^\\u{1F639}$", "😹", true],
    ["^\\uD83D\\uDE39$", "😹", true],
    ["^[\\u{1F638}-\\u{1F640}]$", "😹", true],
    ["^\\p{Lu}\\P{Lu}+$", "Ärger", true],
    ["^[^\\]\\s]+$", "a]b", false],
    ["^[]$", "a", false],
    ["^[^]$", "\n", true],
    ["\\bcat\\b", "a cat.", true],
    ["\\bcat\\b", "concat", false],
    ["\\Bcat", "concat", true],
    ["^\\x41\\cJ\\t\\0$", "A\n\t\0", true],
    ["^a+?b*?$", "aab", true],
    ["^(a|ab)(c|bcd)$", "abcd", true],
    ["^\\/\\.\\*$", "/.*", true],
  ])("%s on %j is %s", (source, text, expected) => {
    expect(matches(source, text)).toBe(expected);
    expect(new RegExp(source, "u").test(text)).toBe(expected);
  });

  it.each([
    ["(", /not a valid/],
    ["[z-a]", /not a valid/],
    ["a{2,1}", /not a valid/],
    ["\\", /not a valid/],
    ["\\-", /not a valid/],
    ["a**", /not a valid/],
    ["(?=a)b", /look-around/],
    ["(?!a)b", /look-around/],
    ["(?<=a)b", /look-around/],
    ["(?<!a)b", /look-around/],
    ["(a)\\1", /back-references/],
    ["(?<x>a)\\k<x>", /back-references/],
    ["a{1001}", /too complex/],
    ["((a{99}){99}){99}", /too complex/],
    ["(){0,1000000000}", /too complex/],
    ["((((a?)+)+)+){400}", /too complex/],
  ])("refuses %s", (source, reason) => {
    expect(() => compilePattern(source)).toThrow(PatternError);
    expect(() => compilePattern(source)).toThrow(reason);
  });

  it("takes as many steps as the limit, and none more", () => {
    // The match, the start and one step for each character.
    expect(compilePattern(`a{${LIMITS.patternSize - 2}}`)).toHaveLength(LIMITS.patternSize);
    expect(() => compilePattern(`a{${LIMITS.patternSize - 1}}`)).toThrow(/too complex/);
  });

  it("compiles what is nested deeply, or repeats nothing, at once", () => {
    expect(compilePattern(`${"(".repeat(160)}a${")?".repeat(160)}`).length).toBeLessThan(LIMITS.patternSize);
    expect(matches("^((){1000000000}){1000000000}$", "")).toBe(true);
  });

  it("does work that grows with steps × length, where backtracking would grow without bound", () => {
    const text = `${"a".repeat(LIMITS.patternText)}!`;
    for (const source of ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^([a-z]+)*\\d$", "(.*)*x", "^(a?){100}a{100}$"]) {
      let work = 0;
      const counted = compilePattern(source).map((step): Step =>
        step.kind === "char" ? { ...step, test: (char) => (work++, step.test(char)) } : step,
      );
      matchesPattern(counted, text);
      expect(work).toBeLessThanOrEqual(counted.length * text.length);
    }
  });

  it("agrees with the engine on any pattern of the subset", () => {
    fc.assert(
      fc.property(
        pattern,
        fc.string({ unit: fc.constantFrom("a", "b", "1", "-", "😹", "\n", " "), maxLength: 12 }),
        (source, text) => {
          expect(matches(source, text)).toBe(engineMatches(source, text));
        },
      ),
      { numRuns: 3000 },
    );
  });
});

/** At every code point by itself: V8 alone also tries between the halves of a surrogate pair. */
function engineMatches(source: string, text: string): boolean {
  const sticky = new RegExp(source, "uy");
  const chars = [...text];
  return [...chars, ""].some((_, at) => {
    sticky.lastIndex = chars.slice(0, at).join("").length;
    return sticky.test(text);
  });
}

const atom = fc.constantFrom(
  "a",
  "b",
  "1",
  ".",
  "\\d",
  "\\w",
  "\\S",
  "[ab]",
  "[^a\\d]",
  "\\b",
  "\\B",
  "^",
  "$",
  "\\p{L}",
  "😹",
  "",
);
const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 3 },
    atom,
    fc.array(tie("piece"), { maxLength: 3 }).map((pieces) => pieces.join("")),
    fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => `${a}|${b}`),
  ),
  piece: fc
    .tuple(tie("pattern"), fc.constantFrom("", "*", "+", "?", "{2}", "{1,}", "{0,2}", "*?", "+?"))
    .map(([inner, quantifier]) => `(?:${inner})${quantifier}`),
}));
