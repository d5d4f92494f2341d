import { LIMITS } from "../limits.js";
import { type Assertion, type CharTest, parsePattern, PatternError, type PatternNode } from "./parse.js";

/** A step of a compiled pattern; `to` are the steps that may come next. */
export type Step =
  | { kind: "char"; test: CharTest; to: number }
  | { kind: "assert"; assertion: Assertion; to: number }
  | { kind: "fork"; to: number[] }
  | { kind: "match" };

/** Steps; the last one is where a match starts. */
export type Pattern = readonly Step[];

/** Compiles to steps whose work is at most steps × length of the text; throws a PatternError. */
export function compilePattern(source: string): Pattern {
  const steps: Step[] = [{ kind: "match" }];
  const start = emit(parsePattern(source), 0, steps);
  add(steps, { kind: "fork", to: [start] });
  return steps;
}

function add(steps: Step[], step: Step): number {
  if (steps.length >= LIMITS.patternSize) throw new PatternError("too complex");
  return steps.push(step) - 1;
}

/** Emits a node that goes on at `next`, back to front; returns where it starts. */
function emit(node: PatternNode, next: number, steps: Step[]): number {
  switch (node.kind) {
    case "char":
      return add(steps, { kind: "char", test: node.test, to: next });
    case "assert":
      return add(steps, { kind: "assert", assertion: node.assertion, to: next });
    case "all":
      return node.nodes.reduceRight((to, child) => emit(child, to, steps), next);
    case "any":
      return node.nodes.length === 1
        ? emitOnly(node.nodes, next, steps)
        : add(steps, { kind: "fork", to: node.nodes.map((child) => emit(child, next, steps)) });
    case "repeat":
      return emitRepeat(node, next, steps);
  }
}

function emitOnly([node]: PatternNode[], next: number, steps: Step[]): number {
  return node ? emit(node, next, steps) : next;
}

function emitRepeat({ node, min, max }: PatternNode & { kind: "repeat" }, next: number, steps: Step[]): number {
  let to = max === Infinity ? emitLoop(node, next, steps) : next;
  for (let optional = max === Infinity ? 0 : max - min; optional > 0; optional -= 1) {
    to = add(steps, { kind: "fork", to: [emit(node, to, steps), next] });
  }
  for (let required = min; required > 0; required -= 1) {
    const before = steps.length;
    to = emit(node, to, steps);
    // Nothing, a million times, is nothing.
    if (steps.length === before) break;
  }
  return to;
}

function emitLoop(node: PatternNode, next: number, steps: Step[]): number {
  const fork = { kind: "fork" as const, to: [next] };
  const entry = add(steps, fork);
  fork.to.push(emit(node, entry, steps));
  return entry;
}
