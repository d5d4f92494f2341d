import { insertedAt } from "@/db/schema/columns";
import { interactions } from "@/db/schema/interactions";
import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** What a request under a key did. Digests only: neither key nor request is stored. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    workspaceId: text().notNull(),
    keySha256: text().notNull(),
    requestSha256: text().notNull(),
    interactionId: text()
      .notNull()
      .references(() => interactions.id, { onDelete: "cascade" }),
    revision: integer().notNull(),
    createdAt: insertedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.keySha256] }),
    index("idempotency_keys_of_interaction").on(t.interactionId),
    index("idempotency_keys_age").on(t.createdAt),
  ],
);
