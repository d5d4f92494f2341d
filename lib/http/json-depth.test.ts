import { workOf } from "@/e2e/support/work";
import { isNestedDeeper } from "@/lib/http/json-depth";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("how deep a JSON text is", () => {
  it.each([
    ["[]", 1],
    ['[[],[],{"a":[]}]', 3],
    ['{"[[[{{{":"]]]]"}', 1],
    ['["\\"[[[[", "\\\\", ["\\\\\\"[["]]', 2],
  ])("%s is %i", (text, depth) => {
    expect(isNestedDeeper(text, depth - 1)).toBe(true);
    expect(isNestedDeeper(text, depth)).toBe(false);
  });

  it("is what parsing it would find", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.nat(8), (text, most) => {
        expect(isNestedDeeper(text, most)).toBe(depthOf(JSON.parse(text)) > most);
      }),
    );
  });

  it.each([
    ["quotes", '"\\"'.repeat(87_000)],
    ["backslashes", `"${"\\".repeat(260_000)}"`],
    ["strings that do not end", '["\\\\'.repeat(65_000)],
    ["brackets that never close", '["[",'.repeat(50_000)],
  ])("of %s is told in time that grows with it alone", (_, text) => {
    expect(workOf(() => isNestedDeeper(text, 1_000_000))).toBeLessThan(50);
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
