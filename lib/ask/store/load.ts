import type { Statements } from "@/db/lanes";
import type { AcceptedAnswer } from "@/lib/ask/core/state";
import type { Loaded, Snapshot } from "@/lib/ask/ports";
import { ANSWER, type AnswerRow, toAnswer } from "@/lib/ask/store/answers";
import { epochMs } from "@/lib/ask/store/moments";
import { isOutage, withReconnect } from "@/lib/ask/store/outage";
import { groupCommit } from "@/lib/group-commit";
import type { Surface } from "@sess.si/protocol";

interface StateRow {
  key: string;
  id: string;
  workspaceId: string;
  version: number;
  createdAt: number;
  lifetimeMs: number;
  expiresAt: number;
  extendedUntil: number | null;
  revision: number;
  pickedUpAt: number | null;
  completedAt: number | null;
  withdrawnAt: number | null;
  surfaceText: string;
  surfaceSha256: string;
  publishedAt: number;
  now: number;
  answer: AnswerRow | null;
}

interface LinkRow extends StateRow {
  workspaceName: string;
  agentName: string;
  earlier: (Loaded["earlier"][number] & Pick<AcceptedAnswer, "eventId" | "submissionSha256">)[] | null;
}

/** For the agent's side: the state alone. */
export function loaderById(reads: Statements): (id: string) => Promise<Snapshot | null> {
  return loader(reads, LOAD_BY_ID, toSnapshot);
}

/** For the person's side: also who asks, and what was asked before. */
export function loaderByLink(reads: Statements): (linkSha256: string) => Promise<Loaded | null> {
  return loader(reads, LOAD_BY_LINK, toLoaded);
}

/** Reads many interactions in one statement, with the clock of that statement. */
function loader<Row extends StateRow, T>(reads: Statements, statement: string, read: (row: Row) => T) {
  return groupCommit<string, T | null>({
    run: (keys) =>
      withReconnect(async () => {
        const rows = await reads.unsafe<Row[]>(statement, [keys as string[]], { prepare: true });
        const byKey = new Map(rows.map((row) => [row.key, row]));
        return keys.map((key) => {
          const row = byKey.get(key);
          return row ? read(row) : null;
        });
      }),
    mayBeOneItem: (error) => !isOutage(error),
  });
}

const STATE = `
  i.id, i.workspace_id as "workspaceId", i.version, ${epochMs("i.created_at")} as "createdAt",
  i.lifetime_ms::float8 as "lifetimeMs", ${epochMs("i.expires_at")} as "expiresAt",
  ${epochMs("i.extended_until")} as "extendedUntil", i.revision, ${epochMs("i.picked_up_at")} as "pickedUpAt",
  ${epochMs("i.completed_at")} as "completedAt", ${epochMs("i.withdrawn_at")} as "withdrawnAt",
  r.surface_text as "surfaceText", r.surface_sha256 as "surfaceSha256",
  ${epochMs("r.published_at")} as "publishedAt", ${epochMs("clock_timestamp()")} as now,
  case when i.answered_revision is not null then (
    select ${ANSWER} from answers a where a.interaction_id = i.id and a.revision = i.answered_revision) end as answer`;

const LOAD_BY_ID = `
  select i.id as key, ${STATE}
  from interactions i
  join revisions r on r.interaction_id = i.id and r.revision = i.revision
  where i.id = any($1::text[])`;

/** Of what was asked before it reads titles and digests only: no surface, no answer, no receipt. */
const LOAD_BY_LINK = `
  select i.link_sha256 as key, ${STATE}, w.name as "workspaceName", i.agent_name as "agentName",
    case when i.revision > 1 then (
      select json_agg(json_build_object('revision', a.revision, 'eventId', a.event_id,
        'submissionSha256', a.submission_sha256, 'submittedAt', ${epochMs("a.submitted_at")},
        'title', e.title, 'actionLabel', a.action_label) order by a.revision)
      from answers a join revisions e on e.interaction_id = a.interaction_id and e.revision = a.revision
      where a.interaction_id = i.id and a.revision < i.revision) end as earlier
  from interactions i
  join revisions r on r.interaction_id = i.id and r.revision = i.revision
  join workspaces w on w.id = i.workspace_id
  where i.link_sha256 = any($1::text[])`;

function toLoaded(row: LinkRow): Loaded {
  const { workspaceName, agentName } = row;
  const snapshot = toSnapshot(row);
  const { answer } = snapshot.state;
  const earlier = row.earlier ?? [];
  return { ...snapshot, workspaceName, agentName, answers: answer ? [...earlier, answer] : earlier, earlier };
}

function toSnapshot(row: StateRow): Snapshot {
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
      answer: row.answer && toAnswer(row.answer),
      pickedUpAt: row.pickedUpAt,
      completedAt: row.completedAt,
      withdrawnAt: row.withdrawnAt,
    },
    now: row.now,
  };
}
