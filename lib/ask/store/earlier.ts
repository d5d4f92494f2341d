import type { EarlierRequest } from "@/lib/ask/ports";
import { KEY_LIFE } from "@/lib/ask/store/claim-key";
import { epochMs } from "@/lib/ask/store/moments";
import type { Statements } from "@/db/lanes";

const FIND = `
  select k.request_sha256 as "requestSha256", k.interaction_id as "interactionId", k.revision,
         ${epochMs("i.expires_at")} as "expiresAt"
  from idempotency_keys k join interactions i on i.id = k.interaction_id
  where k.workspace_id = $1 and k.key_sha256 = $2 and k.created_at > clock_timestamp() - ${KEY_LIFE}`;

/** What the request under a key did; null when the key is free. */
export async function findEarlier(
  sql: Statements,
  workspaceId: string,
  keySha256: string,
): Promise<EarlierRequest | null> {
  const rows = await sql.unsafe<EarlierRequest[]>(FIND, [workspaceId, keySha256], { prepare: true });
  return rows[0] ?? null;
}
