import type { AnswerIssue } from "../answer-issue.js";
import { isBlank, normalizeText } from "../text.js";
import { checkValue } from "./check-value.js";
import { fieldsOf } from "./field.js";
import type { AnswerValue, FieldComponent, Surface } from "./surface.js";

export interface CheckedAnswer {
  actionId: string;
  values: Record<string, AnswerValue>;
  /** Sorted names of the fields whose value is not the proposed one. */
  changed: string[];
}

export type AnswerCheck = { ok: true; answer: CheckedAnswer } | { ok: false; issues: AnswerIssue[] };

/** Does an answer fit what was asked? Issues come in the order of the page; a reject needs no values and carries none. */
export function checkAnswer(
  surface: Surface,
  answer: { actionId: string; values: Readonly<Record<string, unknown>> },
): AnswerCheck {
  const { actionId } = answer;
  const action = surface.actions.find(({ id }) => id === actionId);
  if (!action) return { ok: false, issues: [{ field: "", code: "unknown_action" }] };
  if (action.intent === "reject") return { ok: true, answer: { actionId, values: {}, changed: [] } };

  const fields = fieldsOf(surface);
  const given = new Map(Object.entries(answer.values).filter(([, value]) => value !== undefined));
  const checks = fields.map((field) => checkField(field, given.get(field.name)));
  const issues = [...checks.flatMap(({ issue }) => issue ?? []), ...unknownFields(fields, given)];
  if (issues.length > 0) return { ok: false, issues };

  const present = checks.flatMap(({ field, value }) => (value === undefined ? [] : [[field.name, value] as const]));
  const changed = checks.filter(isChanged).map(({ field }) => field.name);
  return { ok: true, answer: { actionId, values: Object.fromEntries(present), changed: changed.sort() } };
}

interface FieldCheck {
  field: FieldComponent;
  value?: AnswerValue;
  issue?: AnswerIssue;
}

function checkField(field: FieldComponent, given: unknown): FieldCheck {
  const value = plainValue(field, given);
  if (value === undefined)
    return field.required ? { field, issue: { field: field.name, code: "required" } } : { field };
  const issue = checkValue(field.schema, value);
  if (issue) return { field, issue: { field: field.name, ...issue } };
  return { field, value: value as AnswerValue };
}

/** One form for one meaning: nothing typed, nothing ticked and no value at all are the same. */
function plainValue({ schema }: FieldComponent, given: unknown): unknown {
  if (Array.isArray(given)) return given.length === 0 && schema.type === "array" ? undefined : given;
  if (typeof given === "number") return given === 0 ? 0 : given;
  if (typeof given !== "string" || schema.type !== "string" || schema.enum) return given;
  return isBlank(given) ? undefined : normalizeText(given);
}

function unknownFields(fields: FieldComponent[], given: Map<string, unknown>): AnswerIssue[] {
  const names = new Set(fields.map(({ name }) => name));
  return [...given.keys()].filter((name) => !names.has(name)).map((field) => ({ field, code: "unknown_field" }));
}

function isChanged({ field, value }: FieldCheck): boolean {
  return field.value !== undefined && !sameValue(field.value, value);
}

function sameValue(a: AnswerValue, b: AnswerValue | undefined): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  // Ticked boxes are a set: a form posts them in its own order.
  const ticked = new Set(b);
  return a.length === b.length && a.every((id) => ticked.has(id));
}
