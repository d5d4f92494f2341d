import { en } from "@/components/words/en";
import { describe, expect, it } from "vitest";

const sentences = sentencesOf(en);

/** What a person who answers never reads: our own names for things, and words that only fill. */
const UNWANTED =
  /\b(interaction|revision|surface|handle|session|submit|please|oops|sorry|successful\w*|invalid|error \d+)\b|!/i;

describe("the language file", () => {
  it.each(sentences)("%s", (_, sentence) => {
    expect(sentence).not.toMatch(UNWANTED);
    expect(sentence.trim()).toBe(sentence);
    expect(sentence).not.toBe("");
  });
});

function sentencesOf(words: object, path = ""): [string, string][] {
  return Object.entries(words).flatMap(([name, value]) =>
    typeof value === "string" ? [[path + name, value]] : sentencesOf(value as object, `${path}${name}.`),
  );
}
