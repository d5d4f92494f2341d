import type { InteractionSummaryRow, ListQuery } from "@/lib/ask/ports";
import { epochMs, fromEpochMs } from "@/lib/ask/store/moments";
import { withReconnect } from "@/lib/ask/store/outage";
import type { Sql } from "postgres";

const DEADLINE = "coalesce(i.extended_until, i.expires_at)";

const PHASE = `
  case when i.outcome <> 'open' then i.outcome
       when now() < ${DEADLINE} then 'waiting'
       when now() < i.horizon then 'lapsed' else 'expired' end`;

/** Rows of a phase, as ranges of one index; `expired` is in two places until the job has come by. */
const RANGES: Record<NonNullable<ListQuery["phase"]> | "any", string[]> = {
  any: ["open", "answered", "completed", "withdrawn", "expired"].map((outcome) => `i.outcome = '${outcome}'`),
  waiting: [`i.outcome = 'open' and now() < ${DEADLINE}`],
  lapsed: [`i.outcome = 'open' and now() >= ${DEADLINE} and now() < i.horizon`],
  waiting_or_lapsed: ["i.outcome = 'open' and now() < i.horizon"],
  expired: ["i.outcome = 'expired'", "i.outcome = 'open' and now() >= i.horizon"],
  answered: ["i.outcome = 'answered'"],
  completed: ["i.outcome = 'completed'"],
  withdrawn: ["i.outcome = 'withdrawn'"],
};

/** One page of a workspace, newest first. */
export async function listInteractions(sql: Sql, query: ListQuery): Promise<InteractionSummaryRow[]> {
  const { workspaceId, before, limit } = query;
  const parameters = [workspaceId, limit, before?.createdAt ?? null, before?.id ?? null];
  const statement = STATEMENTS[query.phase ?? "any"];
  return withReconnect(async () => [
    ...(await sql.unsafe<InteractionSummaryRow[]>(statement, parameters, { prepare: true })),
  ]);
}

const STATEMENTS = Object.fromEntries(
  Object.entries(RANGES).map(([phase, ranges]) => [phase, pageOf(ranges)]),
) as Record<keyof typeof RANGES, string>;

function pageOf(ranges: string[]): string {
  const parts = ranges.map(
    (range) => `(
      select i.* from interactions i
      where i.workspace_id = $1 and ${range}
        and ($3::float8 is null or (i.created_at, i.id) < (${fromEpochMs("$3::float8")}, $4::text))
      order by i.created_at desc, i.id desc limit $2)`,
  );
  return `
    select i.id, i.revision, ${PHASE} as phase, r.title, ${epochMs("i.created_at")} as "createdAt",
      ${epochMs("i.expires_at")} as "expiresAt", ${epochMs("i.extended_until")} as "extendedUntil",
      ${epochMs("i.picked_up_at")} as "pickedUpAt", ${epochMs("i.completed_at")} as "completedAt"
    from (${parts.join(" union all ")}) i
    join revisions r on r.interaction_id = i.id and r.revision = i.revision
    order by i.created_at desc, i.id desc limit $2`;
}
