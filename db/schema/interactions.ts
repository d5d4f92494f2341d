import { workspaces } from "@/db/schema/accounts";
import { insertedAt, moment } from "@/db/schema/columns";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";

export const interactions = pgTable(
  "interactions",
  {
    id: text().primaryKey(),
    workspaceId: text()
      .notNull()
      .references(() => workspaces.id),
    /** Name of the key that asked, as the person saw it; which key it was stands in the audit. */
    agentName: text().notNull(),
    linkSha256: text().notNull().unique("interactions_link"),
    version: integer().notNull().default(1),
    createdAt: insertedAt(),
    lifetimeMs: bigint({ mode: "number" }).notNull(),
    expiresAt: moment().notNull(),
    extendedUntil: moment(),
    /** From here on nothing can be answered or extended any more. */
    horizon: moment().notNull(),
    revision: integer().notNull().default(1),
    answeredRevision: integer(),
    answeredAt: moment(),
    pickedUpAt: moment(),
    completedAt: moment(),
    withdrawnAt: moment(),
    expiredAt: moment(),
    /** What is known without a clock; `open` is waiting, lapsed or expired. */
    outcome: text({ enum: ["open", "answered", "completed", "withdrawn", "expired"] })
      .notNull()
      .generatedAlwaysAs(
        sql`case when completed_at is not null then 'completed' when withdrawn_at is not null then 'withdrawn' when expired_at is not null then 'expired' when answered_at is not null then 'answered' else 'open' end`,
      ),
    settledAt: moment().generatedAlwaysAs(sql`coalesce(completed_at, withdrawn_at, expired_at, answered_at)`),
  },
  (t) => [
    foreignKey({ name: "interactions_current_revision", columns: [t.id, t.revision], foreignColumns: revisionKey() }),
    foreignKey({
      name: "interactions_current_answer",
      columns: [t.id, t.answeredRevision],
      foreignColumns: answerKey(),
    }),
    index("interactions_by_outcome").on(t.workspaceId, t.outcome, t.createdAt, t.id),
    index("interactions_to_expire")
      .on(t.horizon)
      .where(sql`outcome = 'open'`),
    index("interactions_settled")
      .on(t.workspaceId, t.settledAt)
      .where(sql`settled_at is not null`),
    check("interactions_lifetime", sql`${t.lifetimeMs} > 0`),
    check("interactions_counts", sql`${t.version} >= 1 and ${t.revision} >= 1`),
    check("interactions_times", sql`${t.expiresAt} > ${t.createdAt} and ${t.horizon} >= ${t.expiresAt}`),
    check("interactions_extension", sql`${t.extendedUntil} > ${t.expiresAt} and ${t.extendedUntil} <= ${t.horizon}`),
    check("interactions_answer_is_current", sql`${t.answeredRevision} = ${t.revision}`),
    check("interactions_answer_dated", sql`(${t.answeredAt} is null) = (${t.answeredRevision} is null)`),
    check("interactions_pick_up_needs_answer", sql`${t.pickedUpAt} is null or ${t.answeredAt} is not null`),
    check("interactions_completion_needs_answer", sql`${t.completedAt} is null or ${t.answeredAt} is not null`),
    check("interactions_one_end", sql`num_nonnulls(${t.answeredAt}, ${t.withdrawnAt}, ${t.expiredAt}) <= 1`),
    check("interactions_expiry_at_horizon", sql`${t.expiredAt} >= ${t.horizon}`),
  ],
);

/** Immutable: one Surface each. */
export const revisions = pgTable(
  "revisions",
  {
    interactionId: text()
      .notNull()
      .references((): AnyPgColumn => interactions.id, { onDelete: "cascade" }),
    revision: integer().notNull(),
    title: text().notNull(),
    /** JSON as the agent ordered it; jsonb would not keep that. */
    surfaceText: text().notNull(),
    /** Of its canonical JSON. */
    surfaceSha256: text().notNull(),
    publishedAt: insertedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.interactionId, t.revision] }),
    check("revisions_count", sql`${t.revision} >= 1`),
    check("revisions_digest_length", sql`char_length(${t.surfaceSha256}) = 43`),
  ],
);

/** The one accepted answer of a revision. */
export const answers = pgTable(
  "answers",
  {
    interactionId: text().notNull(),
    revision: integer().notNull(),
    eventId: text().notNull().unique("answers_event"),
    /** Canonical JSON of `{actionId, values}`, exactly what the digest was taken of. */
    answerText: text().notNull(),
    answerSha256: text().notNull(),
    /** What stood on the button, for the pages of later revisions. */
    actionLabel: text().notNull(),
    changed: text().array().notNull(),
    submittedAt: moment().notNull(),
    receipt: text().notNull(),
    submissionSha256: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.interactionId, t.revision] }),
    foreignKey({
      name: "answers_revision",
      columns: [t.interactionId, t.revision],
      foreignColumns: [revisions.interactionId, revisions.revision],
    }).onDelete("cascade"),
    check("answers_digest_length", sql`char_length(${t.answerSha256}) = 43`),
  ],
);

type KeyColumns = [AnyPgColumn, AnyPgColumn];

function revisionKey(): KeyColumns {
  return [revisions.interactionId, revisions.revision];
}

function answerKey(): KeyColumns {
  return [answers.interactionId, answers.revision];
}
