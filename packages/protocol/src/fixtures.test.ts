import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  askToInteraction,
  checkAnswer,
  errorEnvelope,
  isProtocolError,
  parseAsk,
  parseInteraction,
  type AnswerIssue,
  type Surface,
} from "./index.js";

interface Fixture {
  name: string;
  kind: "interaction" | "ask" | "answer";
  input: unknown;
  surface: Surface;
  answer: unknown;
  issues: AnswerIssue[];
  error: Record<string, unknown>;
}

function fixtures(folder: "valid" | "invalid"): Fixture[] {
  const directory = new URL(`../fixtures/${folder}/`, import.meta.url);
  return readdirSync(directory).map((file) => ({
    // Not an import: a bundler would lose an own `__proto__`.
    ...(JSON.parse(readFileSync(new URL(file, directory), "utf8")) as Fixture),
    name: file,
  }));
}

function outcome({ kind, input, surface }: Fixture): unknown {
  if (kind === "ask") return parseInteraction(askToInteraction(parseAsk(input)));
  if (kind === "interaction") return parseInteraction(input);
  return checkAnswer(surface, input as Parameters<typeof checkAnswer>[1]);
}

function refusal(fixture: Fixture): Record<string, unknown> {
  try {
    return { accepted: outcome(fixture) };
  } catch (error) {
    if (!isProtocolError(error)) throw error;
    const { message: _, retryable: __, ...said } = errorEnvelope(error).error;
    return said;
  }
}

describe("valid fixtures", () => {
  it.each(fixtures("valid"))("$name", (fixture) => {
    const expected = fixture.kind === "answer" ? { ok: true, answer: fixture.answer } : fixture.surface;
    // Compared as text: the order of keys is part of the normal form.
    expect(JSON.stringify(outcome(fixture), null, 1)).toBe(JSON.stringify(expected, null, 1));
  });
});

describe("invalid fixtures", () => {
  it.each(fixtures("invalid"))("$name", (fixture) => {
    if (fixture.kind === "answer") expect(outcome(fixture)).toEqual({ ok: false, issues: fixture.issues });
    else expect(refusal(fixture)).toEqual(fixture.error);
  });
});
