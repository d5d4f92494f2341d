import { createHash, randomBytes } from "node:crypto";
import type { Sql } from "postgres";

export interface MadeKey {
  id: string;
  key: string;
  workspaceId: string;
}

interface KeyOptions {
  workspaceId: string;
  scopes?: string[];
  expiresAt?: Date;
  revokedAt?: Date;
}

/** Puts a key into the database as the verb that issues them does; only its digest is stored. */
export async function insertKey(sql: Sql, options: KeyOptions): Promise<MadeKey> {
  const { workspaceId, scopes = ["sess:ask", "sess:read", "relay"], expiresAt = null, revokedAt = null } = options;
  const key = `sess_sk_${randomBytes(32).toString("base64url")}`;
  const id = `key_${randomBytes(12).toString("base64url")}`;
  const digest = createHash("sha256").update(key).digest("base64url");
  await sql`
    insert into api_keys (id, workspace_id, name, hint, key_sha256, scopes, expires_at, revoked_at)
    values (${id}, ${workspaceId}, 'Test key', ${key.slice(-4)}, ${digest}, ${scopes}, ${expiresAt}, ${revokedAt})`;
  return { id, key, workspaceId };
}

/** Another workspace with a key of its own. */
export async function insertWorkspace(sql: Sql, plan = "embedded"): Promise<MadeKey> {
  const workspaceId = `ws_${randomBytes(12).toString("base64url")}`;
  await sql`insert into workspaces (id, name, plan) values (${workspaceId}, 'Another workspace', ${plan})`;
  return insertKey(sql, { workspaceId });
}
