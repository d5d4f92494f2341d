import { LIMITS } from "@sess.si/protocol";

/** SQL: how long a key is remembered. */
export const KEY_LIFE = `${LIMITS.idempotencyMs} * interval '1 millisecond'`;

/**
 * SQL: claims the idempotency keys of `rows`, returns the interactions whose key was free.
 * Waits for a twin in flight. A key whose time is over is free, whether or not the retention job came by.
 */
export function claimKeys(rows: string): string {
  return `
    insert into idempotency_keys as k (workspace_id, key_sha256, request_sha256, interaction_id, revision, created_at)
    select workspace_id, key_sha256, request_sha256, id, revision, at
    from ${rows} where key_sha256 is not null
    order by workspace_id, key_sha256
    on conflict (workspace_id, key_sha256) do update
      set request_sha256 = excluded.request_sha256, interaction_id = excluded.interaction_id,
          revision = excluded.revision, created_at = excluded.created_at
      where k.created_at <= excluded.created_at - ${KEY_LIFE}
    returning interaction_id`;
}
