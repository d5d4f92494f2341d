import type { AcceptedAnswer } from "@/lib/ask/core/state";
import type { Loaded } from "@/lib/ask/ports";
import { epochMs } from "@/lib/ask/store/moments";
import { isOutage, withReconnect } from "@/lib/ask/store/outage";
import { groupCommit } from "@/lib/group-commit";
import type { AnswerValue, Surface } from "@sess.si/protocol";
import type { Sql } from "postgres";

interface Row {
  key: string;
  id: string;
  workspaceId: string;
  workspaceName: string;
  agentName: string;
  version: number;
  createdAt: number;
  lifetimeMs: number;
  expiresAt: number;
  extendedUntil: number | null;
  revision: number;
  answeredRevision: number | null;
  pickedUpAt: number | null;
  completedAt: number | null;
  withdrawnAt: number | null;
  surfaceText: string;
  surfaceSha256: string;
  publishedAt: number;
  now: number;
  answers: AnswerRow[] | null;
  earlier: { revision: number; title: string; actions: Record<string, string> }[] | null;
}

type AnswerRow = Omit<AcceptedAnswer, "actionId" | "values"> & { answerText: string };

/** Reads many interactions in one statement, with the clock of that statement. */
export function loader(sql: Sql, by: "id" | "link_sha256"): (key: string) => Promise<Loaded | null> {
  const statement = load(by);
  return groupCommit<string, Loaded | null>({
    run: (keys) =>
      withReconnect(async () => {
        const rows = await sql.unsafe<Row[]>(statement, [keys as string[]], { prepare: true });
        const byKey = new Map(rows.map((row) => [row.key, row]));
        return keys.map((key) => {
          const row = byKey.get(key);
          return row ? toLoaded(row) : null;
        });
      }),
    mayBeOneItem: (error) => !isOutage(error),
  });
}

const load = (by: string) => `
  select i.${by} as key, i.id, i.workspace_id as "workspaceId", w.name as "workspaceName", i.agent_name as "agentName",
    i.version, ${epochMs("i.created_at")} as "createdAt", i.lifetime_ms::float8 as "lifetimeMs",
    ${epochMs("i.expires_at")} as "expiresAt", ${epochMs("i.extended_until")} as "extendedUntil",
    i.revision, i.answered_revision as "answeredRevision", ${epochMs("i.picked_up_at")} as "pickedUpAt",
    ${epochMs("i.completed_at")} as "completedAt", ${epochMs("i.withdrawn_at")} as "withdrawnAt",
    r.surface_text as "surfaceText", r.surface_sha256 as "surfaceSha256",
    ${epochMs("r.published_at")} as "publishedAt", ${epochMs("clock_timestamp()")} as now,
    case when i.revision > 1 or i.answered_revision is not null then (
      select json_agg(json_build_object('revision', a.revision, 'eventId', a.event_id, 'answerText', a.answer_text,
        'answerSha256', a.answer_sha256, 'changed', a.changed, 'submittedAt', ${epochMs("a.submitted_at")},
        'receipt', a.receipt, 'submissionSha256', a.submission_sha256) order by a.revision)
      from answers a where a.interaction_id = i.id) end as answers,
    case when i.revision > 1 then (
      select json_agg(json_build_object('revision', e.revision, 'title', e.title, 'actions', e.action_labels))
      from revisions e where e.interaction_id = i.id and e.revision < i.revision) end as earlier
  from interactions i
  join revisions r on r.interaction_id = i.id and r.revision = i.revision
  join workspaces w on w.id = i.workspace_id
  where i.${by} = any($1::text[])`;

function toLoaded(row: Row): Loaded {
  const answers = (row.answers ?? []).map(toAnswer);
  const { now, workspaceName, agentName } = row;
  return {
    state: {
      id: row.id,
      workspaceId: row.workspaceId,
      version: row.version,
      createdAt: row.createdAt,
      lifetimeMs: row.lifetimeMs,
      expiresAt: row.expiresAt,
      extendedUntil: row.extendedUntil,
      revision: row.revision,
      surface: JSON.parse(row.surfaceText) as Surface,
      surfaceSha256: row.surfaceSha256,
      publishedAt: row.publishedAt,
      answer: answers.find((answer) => answer.revision === row.answeredRevision) ?? null,
      pickedUpAt: row.pickedUpAt,
      completedAt: row.completedAt,
      withdrawnAt: row.withdrawnAt,
    },
    now,
    workspaceName,
    agentName,
    answers,
    titles: Object.fromEntries((row.earlier ?? []).map(({ revision, ...texts }) => [revision, texts])),
  };
}

function toAnswer({ answerText, ...answer }: AnswerRow): AcceptedAnswer {
  const said = JSON.parse(answerText) as { actionId: string; values: Record<string, AnswerValue> };
  return { ...answer, actionId: said.actionId, values: said.values };
}
