import { insertedAt } from "@/db/schema/columns";
import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** What a request under a key did. Digests only: neither key nor request is stored. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    workspaceId: text().notNull(),
    keySha256: text().notNull(),
    requestSha256: text().notNull(),
    /** No foreign key, which would cost every request more than its own row: a key is gone after a day, sooner than any interaction. */
    interactionId: text().notNull(),
    revision: integer().notNull(),
    createdAt: insertedAt(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.keySha256] }), index("idempotency_keys_age").on(t.createdAt)],
);
