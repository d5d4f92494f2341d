import { insertedAt } from "@/db/schema/columns";
import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text } from "drizzle-orm/pg-core";

/** Which secret the servers of this database have: one row, so that a server with another one can be told. */
export const serverSecret = pgTable(
  "server_secret",
  {
    isOnly: boolean().primaryKey().default(true),
    /** An HMAC under a key that is derived for nothing else. */
    digest: text().notNull(),
    adoptedAt: insertedAt(),
  },
  (t) => [check("server_secret_only_one", sql`${t.isOnly}`)],
);
