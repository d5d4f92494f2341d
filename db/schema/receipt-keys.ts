import { insertedAt, moment } from "@/db/schema/columns";
import { jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";

/** Every key that ever signed stays here, so that an old receipt can still be verified. */
export const receiptKeys = pgTable(
  "receipt_keys",
  {
    kid: text().primaryKey(),
    publicJwk: jsonb().$type<Record<string, unknown>>().notNull(),
    /** AES-256-GCM under the server's secret; erased once a successor signs. */
    sealedPrivateJwk: text(),
    createdAt: insertedAt(),
    signsFrom: moment().notNull(),
  },
  (t) => [unique("receipt_keys_one_at_a_time").on(t.signsFrom)],
);
