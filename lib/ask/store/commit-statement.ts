import type { AskEvent, InteractionState } from "@/lib/ask/core/state";
import type { InteractionStore } from "@/lib/ask/ports";
import { actorColumns } from "@/lib/ask/store/actor-columns";
import { wakeUp } from "@/lib/ask/store/channel";
import { claimKeys } from "@/lib/ask/store/claim-key";
import { epochMs, fromEpochMs } from "@/lib/ask/store/moments";
import { roomIn, WORKSPACE_TURN } from "@/lib/ask/store/room";

export type Commit = Parameters<InteractionStore["commit"]>[0];

export interface CommittedRow {
  id: string;
  now: number;
}

export interface CommittedWithinRow extends CommittedRow {
  isRoomLeft: boolean;
}

/**
 * State, answer or revision, idempotency and audit rows of a whole batch.
 * Rows are locked in the order of the input. `ready` asks the clock after the row is locked, so that no wait for a lock carries an answer past its deadline.
 */
const rowsOf = (input: string) => `
  input as materialized (
    select * from json_to_recordset($1::text::json) as x(
      id text, version int, valid_until float8, type text, actor_kind text, actor_id text,
      key_sha256 text, request_sha256 text, revision int, event_id text, answer_text text, answer_sha256 text,
      action_label text, changed text[], submitted_at float8, receipt text, submission_sha256 text,
      title text, surface_text text, surface_sha256 text, until float8)
    ${input}
  ), locked as materialized (
    select x.*, i.workspace_id, date_trunc('milliseconds', clock_timestamp()) as at
    from input x cross join lateral (
      select i.workspace_id from interactions i
      where i.id = x.id and i.version = x.version and i.expired_at is null
      for no key update
    ) i
  ), ready as materialized (
    select * from locked where valid_until is null or clock_timestamp() < ${fromEpochMs("valid_until")}
  ), claimed as (${claimKeys("ready")}
  ), moved as (
    update interactions i set
      version = i.version + 1,
      revision = r.revision,
      answered_revision = case r.type when 'answered' then r.revision when 'published' then null else i.answered_revision end,
      answered_at = case r.type when 'answered' then ${fromEpochMs("r.submitted_at")} when 'published' then null else i.answered_at end,
      picked_up_at = case r.type when 'picked_up' then r.at when 'published' then null else i.picked_up_at end,
      completed_at = case r.type when 'completed' then r.at else i.completed_at end,
      withdrawn_at = case r.type when 'withdrawn' then r.at else i.withdrawn_at end,
      extended_until = case r.type when 'extended' then ${fromEpochMs("r.until")} else i.extended_until end
    from ready r
    where i.id = r.id and (r.key_sha256 is null or r.id in (select interaction_id from claimed))
    returning r.*
  ), published as (
    insert into revisions (interaction_id, revision, title, surface_text, surface_sha256, published_at)
    select id, revision, title, surface_text, surface_sha256, at from moved where type = 'published'
  ), answered as (
    insert into answers
      (interaction_id, revision, event_id, answer_text, answer_sha256, action_label, changed, submitted_at, receipt, submission_sha256)
    select id, revision, event_id, answer_text, answer_sha256, action_label, changed, ${fromEpochMs("submitted_at")}, receipt, submission_sha256
    from moved where type = 'answered'
  ), audited as (
    insert into audit_events (workspace_id, type, subject_id, version, revision, event_id, actor_kind, actor_id, at)
    select workspace_id, 'interaction.' || type, id, version + 1, revision, event_id, actor_kind, actor_id, at from moved
  )`;

export const COMMIT = `
  with ${rowsOf("")} select id, ${epochMs("at")} as now, ${wakeUp("moved")} from moved`;

/** The same for one that opens a link again, within the workspace's limit of open links; it queues as creates do. */
export const COMMIT_WITHIN = `
  with turn as materialized (${WORKSPACE_TURN}),
  room as materialized (${roomIn("turn")}),
  ${rowsOf("where (select is_left from room)")}
  select id, ${epochMs("at")} as now, room.is_left as "isRoomLeft",
    case when id is not null then ${wakeUp("moved")} end
  from room left join moved on true`;

/** What `COMMIT` reads; always in the same order, so that two processes never wait for each other. */
export function commitInput(commits: readonly Commit[]): string {
  const ordered = commits.map(columnsOf).sort((a, b) => (a.id < b.id ? -1 : 1));
  return JSON.stringify(ordered);
}

function columnsOf({ state, decision, actor, idempotency }: Commit) {
  return {
    id: state.id,
    version: state.version,
    valid_until: decision.validUntil,
    type: decision.event.type,
    ...actorColumns(actor),
    key_sha256: idempotency?.keySha256 ?? null,
    request_sha256: idempotency?.requestSha256 ?? null,
    revision: state.revision,
    event_id: state.answer?.eventId ?? null,
    ...eventColumns(decision.event, state),
  };
}

function eventColumns(event: AskEvent, { surface }: InteractionState): Record<string, unknown> {
  if (event.type === "answered") {
    const { answer } = event;
    return {
      event_id: answer.eventId,
      answer_text: event.answerText,
      answer_sha256: answer.answerSha256,
      action_label: surface.actions.find(({ id }) => id === answer.actionId)?.label ?? answer.actionId,
      changed: answer.changed,
      submitted_at: answer.submittedAt,
      receipt: answer.receipt,
      submission_sha256: answer.submissionSha256,
    };
  }
  if (event.type === "published") {
    return {
      event_id: null,
      revision: event.revision,
      title: event.surface.title,
      surface_text: event.surfaceText,
      surface_sha256: event.surfaceSha256,
    };
  }
  return event.type === "extended" ? { until: event.until } : {};
}
