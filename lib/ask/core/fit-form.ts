import { readForm } from "@/lib/ask/core/read-form";
import { type AnswerCheck, type AnswerIssue, checkAnswer, fieldsOf, type Surface } from "@sess.si/protocol";

/** A posted form as an answer to what was asked, or what keeps it from being one, in the order of the page. */
export function fitForm(surface: Surface, form: { actionId: string; fields: Record<string, string[]> }): AnswerCheck {
  const { actionId, fields } = form;
  const action = surface.actions.find(({ id }) => id === actionId);
  if (action === undefined || action.intent === "reject") return checkAnswer(surface, { actionId, values: {} });
  const read = readForm(surface, fields);
  const checked = checkAnswer(surface, { actionId, values: read.values });
  if (read.issues.length === 0) return checked;
  // A text that is no number has no value: that it is missing is not said too.
  const unread = new Set(read.issues.map(({ field }) => field));
  const others = checked.ok ? [] : checked.issues.filter(({ field }) => !unread.has(field));
  return { ok: false, issues: inPageOrder(surface, [...read.issues, ...others]) };
}

function inPageOrder(surface: Surface, issues: AnswerIssue[]): AnswerIssue[] {
  const places = new Map(fieldsOf(surface).map(({ name }, place) => [name, place]));
  const placeOf = ({ field }: AnswerIssue) => places.get(field) ?? places.size;
  return issues.sort((a, b) => placeOf(a) - placeOf(b));
}
