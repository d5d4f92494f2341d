import { users, workspaces } from "@/db/schema/accounts";
import { insertedAt, moment } from "@/db/schema/columns";
import { sql } from "drizzle-orm";
import { check, pgTable, text } from "drizzle-orm/pg-core";

export const apiKeys = pgTable(
  "api_keys",
  {
    id: text().primaryKey(),
    workspaceId: text()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** The last characters of the key, so that its owner can tell keys apart. */
    hint: text().notNull(),
    keySha256: text().notNull().unique("api_keys_digest"),
    scopes: text().array().notNull(),
    createdBy: text().references(() => users.id, { onDelete: "set null" }),
    createdAt: insertedAt(),
    expiresAt: moment(),
    lastUsedAt: moment(),
    revokedAt: moment(),
  },
  (t) => [
    check("api_keys_digest_length", sql`char_length(${t.keySha256}) = 43`),
    check("api_keys_scopes_known", sql`${t.scopes} <@ array['sess:ask', 'sess:read', 'relay'] and ${t.scopes} <> '{}'`),
  ],
);
