import { horizonOf } from "@/lib/ask/core/phase";
import type { NewInteraction } from "@/lib/ask/ports";
import { actorColumns } from "@/lib/ask/store/actor-columns";
import { claimKeys } from "@/lib/ask/store/claim-key";
import { epochMs } from "@/lib/ask/store/moments";
import { roomIn, WORKSPACE_TURN } from "@/lib/ask/store/room";

export interface CreatedRow {
  id: string;
  createdAt: number;
  expiresAt: number;
}

export interface WithinRow extends CreatedRow {
  isRoomLeft: boolean;
}

/** Interaction, first revision, idempotency and audit rows of a whole batch. */
const rowsOf = (input: string) => `
  input as materialized (
    select x.*, date_trunc('milliseconds', clock_timestamp()) as at, 1 as revision
    from json_to_recordset($1::text::json) as x(
      id text, workspace_id text, agent_name text, link_sha256 text,
      lifetime_ms bigint, horizon_ms bigint, title text, surface_text text, surface_sha256 text,
      actor_kind text, actor_id text, key_sha256 text, request_sha256 text)
    ${input}
  ), claimed as (${claimKeys("input")}
  ), made as (
    insert into interactions
      (id, workspace_id, agent_name, link_sha256, created_at, lifetime_ms, expires_at, horizon)
    select id, workspace_id, agent_name, link_sha256, at, lifetime_ms,
           at + lifetime_ms * interval '1 millisecond', at + horizon_ms * interval '1 millisecond'
    from input where key_sha256 is null or id in (select interaction_id from claimed)
    on conflict (id) do nothing
    returning id, created_at, expires_at
  ), published as (
    insert into revisions (interaction_id, revision, title, surface_text, surface_sha256, published_at)
    select id, revision, title, surface_text, surface_sha256, at from made join input using (id)
  ), audited as (
    insert into audit_events (workspace_id, type, subject_id, version, revision, actor_kind, actor_id, at)
    select workspace_id, 'interaction.created', id, 1, revision, actor_kind, actor_id, at from made join input using (id)
  )`;

const CREATED = `id, ${epochMs("created_at")} as "createdAt", ${epochMs("expires_at")} as "expiresAt"`;

export const CREATE = `with ${rowsOf("")} select ${CREATED} from made`;

/** The same within the workspace's limit of open links. */
export const CREATE_WITHIN = `
  with turn as materialized (${WORKSPACE_TURN}),
  room as materialized (${roomIn("turn")}),
  ${rowsOf("where (select is_left from room)")}
  select ${CREATED}, room.is_left as "isRoomLeft" from room left join made on true`;

/** What `CREATE` reads. */
export function createInput(rows: readonly NewInteraction[]): string {
  return JSON.stringify(rows.map(columnsOf));
}

function columnsOf(row: NewInteraction) {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    agent_name: agentName(row),
    link_sha256: row.linkSha256,
    lifetime_ms: row.lifetimeMs,
    horizon_ms: horizonOf({ createdAt: 0, lifetimeMs: row.lifetimeMs, expiresAt: row.lifetimeMs }),
    title: row.surface.title,
    surface_text: row.surfaceText,
    surface_sha256: row.surfaceSha256,
    ...actorColumns(row.actor),
    key_sha256: row.idempotency?.keySha256 ?? null,
    request_sha256: row.idempotency?.requestSha256 ?? null,
  };
}

function agentName({ actor }: NewInteraction): string {
  if (actor.kind === "key") return actor.keyName;
  return actor.kind === "system" ? actor.name : "";
}
