import type { Statements } from "@/db/lanes";
import { planNamed } from "@/lib/accounts/plans";
import type { AccountStore, LiveKey } from "@/lib/accounts/ports";
import { isOutage, withReconnect } from "@/lib/ask/store/outage";
import { groupCommit } from "@/lib/group-commit";
import { SCOPES } from "@sess.si/protocol";

interface Row {
  keySha256: string;
  id: string;
  name: string;
  workspaceId: string;
  plan: string;
  scopes: string[];
}

const FIND = `
  select k.key_sha256 as "keySha256", k.id, k.name, k.workspace_id as "workspaceId", w.plan, k.scopes
  from api_keys k join workspaces w on w.id = k.workspace_id
  where k.key_sha256 = any($1::text[]) and k.revoked_at is null
    and (k.expires_at is null or clock_timestamp() < k.expires_at)`;

/** Looks up all keys of one turn in one statement. */
export function liveKeyFinder(reads: Statements): AccountStore["findLiveKey"] {
  return groupCommit<string, LiveKey | null>({
    run: (digests) =>
      withReconnect(async () => {
        const distinct = [...new Set(digests)];
        const rows = await reads.unsafe<Row[]>(FIND, [distinct], { prepare: true });
        const byDigest = new Map(rows.map((row) => [row.keySha256, row]));
        return digests.map((digest) => toLiveKey(byDigest.get(digest)));
      }),
    mayBeOneItem: (error) => !isOutage(error),
  });
}

function toLiveKey(row: Row | undefined): LiveKey | null {
  if (!row) return null;
  const { id, name, workspaceId } = row;
  const scopes = SCOPES.filter((scope) => row.scopes.includes(scope));
  return { id, name, workspaceId, plan: planNamed(row.plan), scopes };
}
