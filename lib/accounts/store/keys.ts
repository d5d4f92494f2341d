import type { NewApiKey } from "@/lib/accounts/ports";
import { fromEpochMs } from "@/lib/ask/store/moments";
import type { Sql } from "postgres";

const INSERT = `
  with made as (
    insert into api_keys (id, workspace_id, name, hint, key_sha256, scopes, created_by, expires_at)
    values ($1, $2, $3, $4, $5, $6::text[], $7, ${fromEpochMs("$8::float8")})
    on conflict (id) do nothing returning id, workspace_id
  )
  insert into audit_events (workspace_id, type, subject_id, actor_kind)
  select workspace_id, 'api_key.created', id, 'system' from made`;

/** Writes a key and its audit line; the same id twice is once. */
export async function insertKey(sql: Sql, key: NewApiKey): Promise<void> {
  const { id, workspaceId, name, hint, keySha256, scopes, createdBy, expiresAt } = key;
  await sql.unsafe(INSERT, [id, workspaceId, name, hint, keySha256, [...scopes], createdBy, expiresAt]);
}

/** True also when it was revoked before: a repeat after a lost reply is not told apart. */
export async function revokeKey(sql: Sql, workspaceId: string, keyId: string): Promise<boolean> {
  const found = await sql`
    with known as (
      select id, workspace_id from api_keys where id = ${keyId} and workspace_id = ${workspaceId}
    ), revoked as (
      update api_keys k set revoked_at = clock_timestamp() from known
      where k.id = known.id and k.revoked_at is null returning k.id, k.workspace_id
    ), audited as (
      insert into audit_events (workspace_id, type, subject_id, actor_kind)
      select workspace_id, 'api_key.revoked', id, 'system' from revoked
    )
    select from known`;
  return found.length > 0;
}
