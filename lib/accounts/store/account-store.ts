import type { DatabaseClient } from "@/db/client";
import { workspaces } from "@/db/schema/index";
import type { AccountStore } from "@/lib/accounts/ports";
import { insertFirstOwner } from "@/lib/accounts/store/first-owner";
import { insertKey, revokeKey } from "@/lib/accounts/store/keys";
import { liveKeyFinder } from "@/lib/accounts/store/live-key";
import { useNotes } from "@/lib/accounts/store/use-notes";
import { withReconnect } from "@/lib/ask/store/outage";

/** Workspaces, users and keys on Postgres. */
export function createAccountStore({ db, sql, reads }: DatabaseClient): AccountStore {
  const notes = useNotes(sql);
  return {
    findLiveKey: liveKeyFinder(reads),
    noteUse: notes.note,
    createWorkspace: (workspace) =>
      withReconnect(async () => {
        await db.insert(workspaces).values(workspace).onConflictDoNothing({ target: workspaces.id });
      }),
    insertKey: (key) => withReconnect(() => insertKey(sql, key)),
    revokeKey: (workspaceId, keyId) => withReconnect(() => revokeKey(sql, workspaceId, keyId)),
    insertFirstOwner: (owner) => withReconnect(() => insertFirstOwner(sql, owner)),
    close: notes.close,
  };
}
