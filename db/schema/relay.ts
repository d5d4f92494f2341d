import { insertedAt } from "@/db/schema/columns";
import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** Milliseconds since the epoch by the relay's own clock, and numbers that JavaScript counts. */
const whole = () => bigint({ mode: "number" });

/** The one row that tells restarts of the relay apart. */
export const relayEpochs = pgTable(
  "relay_epochs",
  { isOnly: boolean().primaryKey(), epoch: whole().notNull() },
  (t) => [check("relay_epochs_one_row", sql`${t.isOnly}`)],
);

/** A kept session; of one that is over this row alone stays, for those who held it. */
export const relaySessions = pgTable(
  "relay_sessions",
  {
    id: text().primaryKey(),
    ownerAccountId: text(),
    /** Whoever pages the session in takes the next number; a commit with an earlier one is none. */
    fence: whole().notNull().default(0),
    /** The number of its last event. */
    seq: whole().notNull().default(0),
    /** Credentials by the digests of their tokens, as JSON text. */
    door: text().notNull(),
    /** The highest seq handed out per participant, as JSON text. */
    handedTo: text().notNull().default("{}"),
    bytes: whole().notNull().default(0),
    expiresAt: whole(),
    /** Of the first open command. */
    deadlineAt: whole(),
    /** Its last holder wrote everything down before it let go. */
    isClean: boolean().notNull().default(true),
    endedAt: whole(),
    endedReason: text(),
    isPurged: boolean().notNull().default(false),
    createdAt: insertedAt(),
  },
  (t) => [
    index("relay_sessions_expiry")
      .on(t.expiresAt)
      .where(sql`${t.endedAt} is null`),
    index("relay_sessions_ended")
      .on(t.endedAt)
      .where(sql`${t.endedAt} is not null`),
    check("relay_sessions_ended_reason", sql`(${t.endedAt} is null) = (${t.endedReason} is null)`),
  ],
);

/** The state of a session without payloads, as JSON text. */
export const relaySnapshots = pgTable("relay_snapshots", {
  sessionId: text().primaryKey(),
  seq: whole().notNull(),
  state: text().notNull(),
});

/** The journal: appended to, never changed. Payloads are text, because `jsonb` is not what was sent. */
export const relayEvents = pgTable(
  "relay_events",
  {
    sessionId: text().notNull(),
    seq: whole().notNull(),
    at: whole().notNull(),
    name: text().notNull(),
    payload: text().notNull(),
    bytes: integer().notNull(),
    /** Everything else of the event, as JSON text. */
    detail: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.seq] })],
);

/** What a participant has not acknowledged. */
export const relayInbox = pgTable(
  "relay_inbox",
  {
    sessionId: text().notNull(),
    participantId: text().notNull(),
    seq: whole().notNull(),
    eventSeq: whole().notNull(),
    held: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.participantId, t.seq] })],
);
