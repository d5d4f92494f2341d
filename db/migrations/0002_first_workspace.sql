ALTER TABLE "workspaces" ADD COLUMN "is_first" boolean;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_one_first" UNIQUE("is_first");--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_first_or_null" CHECK ("workspaces"."is_first");--> statement-breakpoint
UPDATE "workspaces" SET "is_first" = true WHERE "id" = (SELECT "workspace_id" FROM "members" WHERE "role" = 'owner' ORDER BY "created_at" LIMIT 1);--> statement-breakpoint
CREATE FUNCTION "open_links"("of_workspace" text, "but_for" text, "at_most" integer) RETURNS integer LANGUAGE sql VOLATILE AS $$
	SELECT count(*)::integer FROM (
		SELECT FROM "interactions"
		WHERE "workspace_id" = "of_workspace" AND "outcome" = 'open' AND "horizon" > clock_timestamp() AND "id" <> "but_for"
		LIMIT "at_most"
	) AS "links"
$$;
