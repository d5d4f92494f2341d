import { sql } from "drizzle-orm";
import { timestamp } from "drizzle-orm/pg-core";

/** Milliseconds are what the wire shows, so nothing finer is kept. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 });

/** The moment of the insert itself; `now()` would be the start of its transaction. */
export const insertedAt = () =>
  moment()
    .notNull()
    .default(sql`clock_timestamp()`);
