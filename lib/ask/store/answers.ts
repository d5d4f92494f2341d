import type { AcceptedAnswer } from "@/lib/ask/core/state";
import { epochMs } from "@/lib/ask/store/moments";
import type { AnswerValue } from "@sess.si/protocol";
import type { Sql } from "postgres";

export type AnswerRow = Omit<AcceptedAnswer, "actionId" | "values"> & { answerText: string };

/** SQL: a row `a` of answers as JSON. */
export const ANSWER = `json_build_object('revision', a.revision, 'eventId', a.event_id, 'answerText', a.answer_text,
  'answerSha256', a.answer_sha256, 'changed', a.changed, 'submittedAt', ${epochMs("a.submitted_at")},
  'receipt', a.receipt, 'submissionSha256', a.submission_sha256)`;

const BEFORE = `
  select ${ANSWER} as answer from answers a where a.interaction_id = $1 and a.revision < $2 order by a.revision`;

/** The accepted answers of earlier revisions. An answer never changes, so they fit any later state. */
export async function answersBefore(sql: Sql, id: string, revision: number): Promise<AcceptedAnswer[]> {
  const rows = await sql.unsafe<{ answer: AnswerRow }[]>(BEFORE, [id, revision], { prepare: true });
  return rows.map((row) => toAnswer(row.answer));
}

export function toAnswer({ answerText, ...answer }: AnswerRow): AcceptedAnswer {
  const said = JSON.parse(answerText) as { actionId: string; values: Record<string, AnswerValue> };
  return { ...answer, actionId: said.actionId, values: said.values };
}
