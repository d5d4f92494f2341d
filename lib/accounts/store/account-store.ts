import type { AccountStore } from "@/lib/accounts/ports";
import { insertFirstOwner } from "@/lib/accounts/store/first-owner";
import { liveKeyFinder } from "@/lib/accounts/store/live-key";
import { useNotes } from "@/lib/accounts/store/use-notes";
import { withReconnect } from "@/lib/ask/store/outage";
import type { DatabaseClient } from "@/db/client";
import { apiKeys, auditEvents, workspaces } from "@/db/schema/index";
import { and, eq, isNull, sql } from "drizzle-orm";

/** Workspaces, users and keys on Postgres. */
export function createAccountStore(client: DatabaseClient): AccountStore {
  const { db } = client;
  const notes = useNotes(client.sql);
  return {
    findLiveKey: liveKeyFinder(client.sql),
    noteUse: notes.note,
    async createWorkspace(workspace) {
      await db.insert(workspaces).values(workspace);
    },
    async insertKey(key) {
      await db.transaction(async (transaction) => {
        const expiresAt = key.expiresAt === null ? null : new Date(key.expiresAt);
        await transaction.insert(apiKeys).values({ ...key, scopes: [...key.scopes], expiresAt });
        await transaction.insert(auditEvents).values(audit("api_key.created", key.workspaceId, key.id));
      });
    },
    revokeKey: (workspaceId, keyId) =>
      withReconnect(() =>
        db.transaction(async (transaction) => {
          const revoked = await transaction
            .update(apiKeys)
            .set({ revokedAt: sql`clock_timestamp()` })
            .where(and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)))
            .returning({ id: apiKeys.id });
          if (revoked.length === 0) return false;
          await transaction.insert(auditEvents).values(audit("api_key.revoked", workspaceId, keyId));
          return true;
        }),
      ),
    insertFirstOwner: (owner) => withReconnect(() => insertFirstOwner(client, owner)),
    close: notes.close,
  };
}

function audit(type: string, workspaceId: string, keyId: string) {
  return { type, workspaceId, subjectId: keyId, actorKind: "system" as const };
}
