import type { DatabaseClient } from "@/db/client";
import { apiKeys, auditEvents, members, users, workspaces } from "@/db/schema/index";
import type { AccountStore, FirstOwner } from "@/lib/accounts/ports";
import { asc, eq, sql } from "drizzle-orm";

const LOCK = 7_310_580;

/** The lock makes processes that start together queue: the first creates, the others find. */
export function insertFirstOwner(
  { db }: DatabaseClient,
  owner: FirstOwner,
): ReturnType<AccountStore["insertFirstOwner"]> {
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const [existing] = await transaction
      .select({ workspaceId: members.workspaceId, userId: members.userId })
      .from(members)
      .where(eq(members.role, "owner"))
      .orderBy(asc(members.createdAt))
      .limit(1);
    if (existing) return { ...existing, created: false };
    const { workspace, user, key } = owner;
    await transaction.insert(workspaces).values(workspace);
    await transaction.insert(users).values(user);
    await transaction.insert(members).values({ workspaceId: workspace.id, userId: user.id, role: "owner" });
    await transaction.insert(apiKeys).values({ ...key, scopes: [...key.scopes], expiresAt: null });
    const by = { workspaceId: workspace.id, actorKind: "system" as const };
    await transaction.insert(auditEvents).values([
      { ...by, type: "workspace.created", subjectId: workspace.id },
      { ...by, type: "api_key.created", subjectId: key.id },
    ]);
    return { workspaceId: workspace.id, userId: user.id, created: true };
  });
}
