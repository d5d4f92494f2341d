import { describe, expect, it } from "vitest";
import { field, interaction, surfaceOf } from "../test/examples.js";
import { isProtocolError } from "./errors.js";
import { parseRequest } from "./parse-request.js";
import { checkAnswer } from "./surface/check-answer.js";
import { parseInteraction } from "./surface/parse-interaction.js";
import { normalizeText } from "./text.js";
import { WithdrawRequest } from "./wire/mutate.js";

/**
 * Work that grows with the square of any of these takes many seconds; what is linear takes a few hundredths of one. It
 * is CPU time that is measured, since the machine may be busy.
 */
const SOON_MS = 1000;

function timed<T>(work: () => T): T {
  const start = process.cpuUsage();
  const result = work();
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(SOON_MS);
  return result;
}

function faultOf(work: () => unknown): string | undefined {
  return timed(() => {
    try {
      work();
    } catch (error) {
      if (isProtocolError(error)) return error.field;
      throw error;
    }
    return undefined;
  });
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`);
const byKey = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, 1]));

describe("a document full of faults", () => {
  it("of keys that nobody knows names the first", () => {
    expect(faultOf(() => parseRequest(WithdrawRequest, byKey(numbered(16_000))))).toBe("/k0");
    const shaped = interaction(undefined, byKey(numbered(3000)));
    expect(faultOf(() => parseInteraction(shaped))).toBe("/interaction/k0");
  });

  it("of options that are there twice names the second of the first pair", () => {
    const doubled = interaction([field({ type: "string", enum: Array.from({ length: 7000 }, () => "x") })]);
    expect(faultOf(() => parseInteraction(doubled))).toBe("/interaction/source/components/0/schema/enum/1");
  });

  it("of labels for no option names the first", () => {
    const labels = Object.fromEntries(numbered(1200).map((id) => [`${id}x`, "A"]));
    const labelled = interaction([field({ type: "string", enum: numbered(1500) }, { option_labels: labels })]);
    expect(faultOf(() => parseInteraction(labelled))).toBe("/interaction/source/components/0/option_labels/k0x");
  });

  it("of components that are none names the first", () => {
    const broken = interaction(Array.from({ length: 6000 }, () => ({})));
    expect(faultOf(() => parseInteraction(broken))).toBe("/interaction/source/components/0/type");
  });

  it("of keys in a record that are too long names the first", () => {
    const facts = Object.fromEntries(numbered(500).map((key) => [key.padEnd(50, "x"), "1"]));
    const path = `/interaction/source/components/0/fields/${"k0".padEnd(50, "x")}`;
    expect(faultOf(() => parseInteraction(interaction([{ type: "record", fields: facts }])))).toBe(path);
  });
});

describe("an answer", () => {
  it("of all options at once is checked by looking each up", () => {
    const options = Array.from({ length: 6000 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    const surface = surfaceOf(field({ type: "array", items: { enum: options.slice(0, 4000) } }));
    const values = { a: Array.from({ length: 200_000 }, (_, index) => options[index % 4000]) };
    expect(timed(() => checkAnswer(surface, { actionId: "send", values }))).toMatchObject({
      issues: [{ code: "not_unique" }],
    });
  });

  it("with marks without end is kept as it is", () => {
    const heaped = `a${"\u0301\u0316".repeat(40_000)}`;
    expect(timed(() => normalizeText(heaped))).toBe(heaped);
  });

  it("with line ends without end is read", () => {
    expect(timed(() => normalizeText("\r\n".repeat(100_000)))).toHaveLength(100_000);
  });
});
