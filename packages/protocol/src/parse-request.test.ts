import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import * as arbitrary from "../test/arbitrary.js";
import { ask } from "../test/examples.js";
import { parseAsk } from "./ask/ask-input.js";
import { isProtocolError, type ProtocolError } from "./errors.js";
import { parseRequest } from "./parse-request.js";
import { parseInteraction } from "./surface/parse-interaction.js";
import { CreateInteractionRequest } from "./wire/create.js";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const json = fc.jsonValue({ maxDepth: 4 });
const strange = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 0, 1e308, 0.1, "", "x", " ", "\0", "\ud800", [], {}, [[]], [{}], {
    type: "field",
  }),
  fc.constantFrom<unknown>(
    "__proto__",
    "constructor",
    "a".repeat(5000),
    { enum: ["a"] },
    { type: "string", pattern: "(" },
  ),
  json,
);

/** The document with one value replaced, dropped, doubled or joined by another. */
function mutate(document: unknown, way: number[], junk: unknown, kind: number): unknown {
  const [step, ...rest] = way;
  if (typeof document !== "object" || document === null || step === undefined) return junk;
  const entries: [string, unknown][] = Object.entries(document);
  const at = entries.length === 0 ? 0 : step % entries.length;
  if (rest.length > 0) {
    const mutated = entries.map(([key, value], i): [string, unknown] => [
      key,
      i === at ? mutate(value, rest, junk, kind) : value,
    ]);
    return rebuilt(document, mutated);
  }
  const [key = "x", value] = entries[at] ?? [];
  const others = entries.filter((_, i) => i !== at);
  return rebuilt(
    document,
    [others, [...others, [key, junk]], [...entries, [`${key}2`, value]], [[key, value], ...others]][kind % 4] as [
      string,
      unknown,
    ][],
  );
}

function rebuilt(document: object, entries: [string, unknown][]): unknown {
  return Array.isArray(document) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

const mutation = fc.tuple(fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }), strange, fc.nat(3));

function errorOf(act: () => unknown): ProtocolError | null {
  try {
    act();
    return null;
  } catch (error) {
    if (isProtocolError(error)) return error;
    throw error;
  }
}

/** What a pointer leads to; undefined only where the last step is missing. */
function resolve(document: unknown, pointer: string): unknown {
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.reduce<unknown>((node, key) => {
    expect(node, pointer).toBeTypeOf("object");
    return Object.getOwnPropertyDescriptor(node as object, key)?.value as unknown;
  }, document);
}

function expectHonest(error: ProtocolError, document: unknown): void {
  expect(error.code).toBe("invalid_arguments");
  const { field = "no pointer", limit, length } = error;
  const value = resolve(document, field);
  if (typeof value === "string" && limit !== undefined && length !== undefined) {
    const key = field.split("/").at(-1) ?? "";
    expect([[...value].length, [...value.replace(/\r\n?/g, "\n").normalize("NFC")].length, [...key].length]).toContain(
      length,
    );
  }
  if (length !== undefined && limit !== undefined) expect(length).not.toBe(limit);
  expect(error.message.length).toBeGreaterThan(10);
}

describe("any document", () => {
  it("is a Surface, or refused with a pointer that leads to the fault", () => {
    fc.assert(
      fc.property(
        arbitrary.interaction,
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        (interaction, mutations) => {
          const document = mutations.reduce<unknown>(
            (before, [way, junk, kind]) => mutate(before, way, junk, kind),
            interaction,
          );
          const error = errorOf(() => parseInteraction(document, ""));
          if (error) expectHonest(error, document);
          else expect(parseInteraction(parseInteraction(document))).toEqual(parseInteraction(document));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("is an ask, or refused with a pointer that leads to the fault", () => {
    const valid = ask([
      { name: "a", type: "choice", label: "A", options: ["x", "y"], value: "x" },
      { name: "b", type: "rating", label: "B", min: 1, max: 5, value: 2 },
      { name: "c", type: "text", label: "C", max: 9, multiline: true },
    ]);
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 2 }), (mutations) => {
        const document = mutations.reduce<unknown>(
          (before, [way, junk, kind]) => mutate(before, way, junk, kind),
          valid,
        );
        const error = errorOf(() => parseAsk(document));
        if (error) expectHonest(error, document);
      }),
      { numRuns: 500 },
    );
  });

  it("of no shape at all is refused, never answered by another error", () => {
    fc.assert(
      fc.property(strange, (document) => {
        for (const body of [document, { interaction: document }]) {
          const error = errorOf(() => parseRequest(CreateInteractionRequest, body));
          expect(error?.code).toBe("invalid_arguments");
        }
      }),
      { numRuns: 500 },
    );
  });
});
