import { fieldsOf, optionsOf, type AnswerValue, type FieldComponent, type Surface } from "@sess.si/protocol";
import type { VerifiedResponse } from "../receipts/verify-response.js";
import { terminalText } from "./terminal-text.js";

/** The answer as a person reads it: the value alone where there is one, else a line for each field. */
export function answerText(surface: Surface, response: VerifiedResponse): string {
  const fields = fieldsOf(surface);
  const action = surface.actions.find(({ id }) => id === response.actionId);
  const [only] = fields;
  if (surface.actions.length === 1 && fields.length === 1 && only) return `${terminalText(shown(only, response))}\n`;
  const head = surface.actions.length > 1 ? [action?.label ?? response.actionId] : [];
  const lines = fields
    .filter(({ name }) => Object.hasOwn(response.values, name))
    .map((field) => `${field.label}: ${shown(field, response).replaceAll("\n", "\n  ")}`);
  return `${terminalText([...head, ...lines].join("\n"))}\n`;
}

/** The answer for a program, in one line. */
export function answerJson(interaction: { id: string; state: string }, response: VerifiedResponse): string {
  const { revision, eventId, actionId, values, changed, submittedAt, receipt, actorAssurance, verified } = response;
  const answer = { revision, eventId, actionId, values, changed, submittedAt, receipt, verified, actorAssurance };
  return `${JSON.stringify({ ...interaction, response: answer })}\n`;
}

function shown(field: FieldComponent, { values }: VerifiedResponse): string {
  const value = values[field.name];
  if (value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const labels = new Map(optionsOf(field).map(({ id, label }) => [id, label]));
  return listed(value)
    .map((one) => labels.get(one) ?? one)
    .join("\n");
}

function listed(value: Exclude<AnswerValue, boolean>): string[] {
  return Array.isArray(value) ? value : [String(value)];
}
