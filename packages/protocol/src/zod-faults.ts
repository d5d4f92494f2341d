import type * as z from "zod";
import type { Fault } from "./fault.js";
import { codePointLength } from "./text.js";

type Issue = z.core.$ZodIssue;

/** zod's issues in our words, with the limit and the length that was measured. */
export function faultsOf(error: z.ZodError, document: unknown): Fault[] {
  return error.issues.flatMap((issue) => faultsOfIssue(issue, document));
}

function faultsOfIssue(issue: Issue, document: unknown): Fault[] {
  const { path } = issue;
  switch (issue.code) {
    case "unrecognized_keys":
      // In document order, and only the first can be the one to report.
      return issue.keys.slice(0, 1).map((key) => ({ path: [...path, key], message: "is not a known property." }));
    case "invalid_key":
      return issue.issues
        .flatMap((inner) => faultsOfIssue({ ...inner, path }, document))
        .map((fault) => keyFault(fault));
    case "invalid_union":
      return [{ path, message: choiceMessage(issue, valueAt(document, path)) }];
    case "too_big":
    case "too_small":
      return [{ path, ...sizeFault(issue, valueAt(document, path)) }];
    default:
      return [{ path, ...plainFault(issue, valueAt(document, path)) }];
  }
}

/** A key is measured itself: it is the last part of its pointer. */
function keyFault(fault: Fault): Fault {
  const key = String(fault.path.at(-1));
  if (fault.limit === undefined) return fault;
  const length = codePointLength(key);
  return { path: fault.path, limit: fault.limit, length, message: lengthMessage("too_big", fault.limit, length) };
}

function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (node, key) =>
      typeof node === "object" && node !== null ? (node as Record<PropertyKey, unknown>)[key] : undefined,
    document,
  );
}

function choiceMessage(issue: z.core.$ZodIssueInvalidUnion, value: unknown): string {
  if (value === undefined) return "is missing.";
  const options = "options" in issue && Array.isArray(issue.options) ? issue.options : [];
  if (options.length > 0) return `must be one of ${options.join(", ")}.`;
  const types = issue.errors.flatMap(([inner]) => (inner?.code === "invalid_type" ? [noun(inner.expected)] : []));
  return types.length > 0 ? `must be ${types.join(" or ")}.` : "has a form that is not known.";
}

function sizeFault(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall, value: unknown): Omit<Fault, "path"> {
  const limit = Number(issue.code === "too_big" ? issue.maximum : issue.minimum);
  if (typeof value === "string") {
    const length = codePointLength(value);
    // A schema's own sentence, such as that of the title; zod's begin otherwise.
    const message = issue.message.startsWith("The ") ? issue.message : lengthMessage(issue.code, limit, length);
    return { limit, length, message };
  }
  if (Array.isArray(value)) {
    const bound = issue.code === "too_big" ? "it can have at most" : "it must have at least";
    return { limit, length: value.length, message: `has ${value.length} entries; ${bound} ${limit}.` };
  }
  if (issue.code === "too_big")
    return { limit, message: `must be ${issue.inclusive ? "at most" : "less than"} ${limit}.` };
  return { limit, message: `must be ${issue.inclusive ? "at least" : "more than"} ${limit}.` };
}

/** The wording that clients of the tools know. */
export function lengthMessage(code: "too_big" | "too_small", limit: number, length: number): string {
  if (code === "too_small")
    return length === 0 ? "must not be empty." : `is ${length} characters; the least is ${limit}.`;
  return `is ${length} characters; the limit is ${limit}. Shorten it to at most ${limit} characters.`;
}

function plainFault(issue: Issue, value: unknown): Omit<Fault, "path"> {
  if (issue.code === "custom") return { message: issue.message, ...measures(issue.params) };
  if (issue.code === "invalid_value")
    return { message: `must be ${issue.values.map((v) => JSON.stringify(v)).join(" or ")}.` };
  if (issue.code === "not_multiple_of") return { message: `must be a multiple of ${issue.divisor}.` };
  if (issue.code === "invalid_format") return { message: "is not in the form that is asked for." };
  if (issue.code !== "invalid_type") return { message: "is not valid." };
  return { message: value === undefined ? "is missing." : `must be ${noun(issue.expected)}.` };
}

const NOUNS: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

function noun(expected: string): string {
  return NOUNS[expected] ?? expected;
}

function measures(params: Record<string, unknown> | undefined): Omit<Fault, "path" | "message"> {
  const { limit, length, whole } = params ?? {};
  return {
    ...(typeof limit === "number" && { limit }),
    ...(typeof length === "number" && { length }),
    ...(whole === true && { whole }),
  };
}
