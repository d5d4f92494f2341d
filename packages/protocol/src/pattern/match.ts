import type { Pattern, Step } from "./compile.js";
import type { Assertion, CharTest } from "./parse.js";

/** True when the pattern matches anywhere in the text. All states advance together, so time is linear in the text. */
export function matchesPattern(pattern: Pattern, text: string): boolean {
  const chars = Array.from(text);
  // For each step the last place where it was reached: no step is followed twice at one place.
  const reachedAt = new Int32Array(pattern.length).fill(-1);
  const start = pattern.length - 1;
  let next: number[] = [];
  for (let at = 0; at <= chars.length; at += 1) {
    next.push(start);
    const readers = follow(pattern, next, { chars, at, reachedAt });
    if (readers === "matched") return true;
    next = advance(readers, chars[at] ?? "");
  }
  return false;
}

interface Place {
  chars: readonly string[];
  at: number;
  reachedAt: Int32Array;
}

type Reader = Step & { kind: "char" };

/** Every step from `waiting` on that wants to read the character at this place. Uses `waiting` up. */
function follow(pattern: Pattern, waiting: number[], { chars, at, reachedAt }: Place): Reader[] | "matched" {
  const readers: Reader[] = [];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const step = pattern[index];
    if (step === undefined || reachedAt[index] === at) continue;
    reachedAt[index] = at;
    if (step.kind === "match") return "matched";
    if (step.kind === "char") readers.push(step);
    else if (step.kind === "fork") for (const to of step.to) waiting.push(to);
    else if (holds(step.assertion, chars, at)) waiting.push(step.to);
  }
  return readers;
}

function advance(readers: Reader[], char: string): number[] {
  const next: number[] = [];
  if (char === "") return next;
  let last: CharTest | null = null;
  let fits = false;
  for (const { test, to } of readers) {
    // A repeated atom is one test in many steps.
    if (test !== last) fits = test(char);
    last = test;
    if (fits) next.push(to);
  }
  return next;
}

function holds(assertion: Assertion, chars: readonly string[], at: number): boolean {
  if (assertion === "start") return at === 0;
  if (assertion === "end") return at === chars.length;
  const isBoundary = isWord(chars[at - 1]) !== isWord(chars[at]);
  return isBoundary === (assertion === "boundary");
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /^\w$/.test(char);
}
