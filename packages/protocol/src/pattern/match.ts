import type { Pattern, Step } from "./compile.js";
import type { Assertion } from "./parse.js";

/** True when the pattern matches anywhere in the text. All states advance together, so time is linear in the text. */
export function matchesPattern(pattern: Pattern, text: string): boolean {
  const chars = Array.from(text);
  let states: number[] = [];
  for (let at = 0; at <= chars.length; at += 1) {
    const reached = closure(pattern, [...states, pattern.length - 1], chars, at);
    if (reached.has(MATCH)) return true;
    states = advance(pattern, reached, chars[at]);
  }
  return false;
}

/** Step 0 of every pattern. */
const MATCH = 0;

/** Every step that can be reached from `from` without reading a character. */
function closure(pattern: Pattern, from: number[], chars: readonly string[], at: number): Set<number> {
  const reached = new Set<number>();
  const waiting = from;
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (reached.has(index)) continue;
    reached.add(index);
    waiting.push(...freeMoves(pattern[index], chars, at));
  }
  return reached;
}

function freeMoves(step: Step | undefined, chars: readonly string[], at: number): number[] {
  if (step?.kind === "fork") return step.to;
  if (step?.kind === "assert" && holds(step.assertion, chars, at)) return [step.to];
  return [];
}

function advance(pattern: Pattern, reached: Set<number>, char: string | undefined): number[] {
  if (char === undefined) return [];
  const states: number[] = [];
  for (const index of reached) {
    const step = pattern[index];
    if (step?.kind === "char" && step.test(char)) states.push(step.to);
  }
  return states;
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
