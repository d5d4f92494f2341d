import { answers, apiKeys, interactions, members, revisions, users, workspaces } from "@/db/schema/index";
import { relations } from "drizzle-orm";

export const workspaceRelations = relations(workspaces, ({ many }) => ({
  members: many(members),
  apiKeys: many(apiKeys),
  interactions: many(interactions),
}));

export const userRelations = relations(users, ({ many }) => ({ memberships: many(members) }));

export const memberRelations = relations(members, ({ one }) => ({
  workspace: one(workspaces, { fields: [members.workspaceId], references: [workspaces.id] }),
  user: one(users, { fields: [members.userId], references: [users.id] }),
}));

export const apiKeyRelations = relations(apiKeys, ({ one }) => ({
  workspace: one(workspaces, { fields: [apiKeys.workspaceId], references: [workspaces.id] }),
}));

export const interactionRelations = relations(interactions, ({ one, many }) => ({
  workspace: one(workspaces, { fields: [interactions.workspaceId], references: [workspaces.id] }),
  revisions: many(revisions),
}));

export const revisionRelations = relations(revisions, ({ one }) => ({
  interaction: one(interactions, { fields: [revisions.interactionId], references: [interactions.id] }),
  answer: one(answers, {
    fields: [revisions.interactionId, revisions.revision],
    references: [answers.interactionId, answers.revision],
  }),
}));
