import { insertedAt } from "@/db/schema/columns";
import { sql } from "drizzle-orm";
import { boolean, check, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";

export const workspaces = pgTable(
  "workspaces",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    plan: text().notNull(),
    /** True for the one that came with the installation; it can be made only once. */
    isFirst: boolean().unique("workspaces_one_first"),
    createdAt: insertedAt(),
  },
  (t) => [
    check("workspaces_name_length", sql`char_length(${t.name}) between 1 and 200`),
    check("workspaces_first_or_null", sql`${t.isFirst}`),
  ],
);

export const users = pgTable(
  "users",
  {
    id: text().primaryKey(),
    /** The owner of an embedded server has none until they set it. */
    email: text(),
    createdAt: insertedAt(),
  },
  (t) => [uniqueIndex("users_email_unique").on(sql`lower(${t.email})`)],
);

export const members = pgTable(
  "members",
  {
    workspaceId: text()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text({ enum: ["owner", "member"] }).notNull(),
    createdAt: insertedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    check("members_role_known", sql`${t.role} in ('owner', 'member')`),
  ],
);
