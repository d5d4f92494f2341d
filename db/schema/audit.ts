import { insertedAt } from "@/db/schema/columns";
import { bigint, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";

/** Who changed what, and when; never what was asked or answered. Outlives the interaction it tells of. */
export const auditEvents = pgTable(
  "audit_events",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: text().notNull(),
    type: text().notNull(),
    /** An interaction, or an API key. */
    subjectId: text().notNull(),
    version: integer(),
    revision: integer(),
    eventId: text(),
    actorKind: text({ enum: ["key", "person", "system"] }).notNull(),
    actorId: text(),
    at: insertedAt(),
  },
  (t) => [
    index("audit_events_subject").on(t.subjectId),
    index("audit_events_age").on(t.workspaceId, t.at),
    check("audit_events_actor_known", sql`${t.actorKind} in ('key', 'person', 'system')`),
  ],
);
