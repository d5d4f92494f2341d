ALTER TABLE "interactions" DROP CONSTRAINT "interactions_key_of_workspace";--> statement-breakpoint
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_workspace_key";--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_workspace_id_workspaces_id_fk";--> statement-breakpoint
DROP INDEX "interactions_newest";--> statement-breakpoint
ALTER TABLE "interactions" DROP COLUMN "created_by_key";
