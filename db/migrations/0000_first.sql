CREATE TABLE "answers" (
	"interaction_id" text NOT NULL,
	"revision" integer NOT NULL,
	"event_id" text NOT NULL,
	"answer_text" text NOT NULL,
	"answer_sha256" text NOT NULL,
	"action_label" text NOT NULL,
	"changed" text[] NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"receipt" text NOT NULL,
	"submission_sha256" text NOT NULL,
	CONSTRAINT "answers_interaction_id_revision_pk" PRIMARY KEY("interaction_id","revision"),
	CONSTRAINT "answers_event" UNIQUE("event_id"),
	CONSTRAINT "answers_digest_length" CHECK (char_length("answers"."answer_sha256") = 43)
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"hint" text NOT NULL,
	"key_sha256" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_by" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_digest" UNIQUE("key_sha256"),
	CONSTRAINT "api_keys_digest_length" CHECK (char_length("api_keys"."key_sha256") = 43),
	CONSTRAINT "api_keys_scopes_known" CHECK ("api_keys"."scopes" <@ array['sess:ask', 'sess:read', 'relay'] and "api_keys"."scopes" <> '{}')
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"workspace_id" text NOT NULL,
	"type" text NOT NULL,
	"subject_id" text NOT NULL,
	"version" integer,
	"revision" integer,
	"event_id" text,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "audit_events_actor_known" CHECK ("audit_events"."actor_kind" in ('key', 'person', 'system'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"workspace_id" text NOT NULL,
	"key_sha256" text NOT NULL,
	"request_sha256" text NOT NULL,
	"interaction_id" text NOT NULL,
	"revision" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "idempotency_keys_workspace_id_key_sha256_pk" PRIMARY KEY("workspace_id","key_sha256")
);
--> statement-breakpoint
CREATE TABLE "interactions" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"agent_name" text NOT NULL,
	"link_sha256" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"lifetime_ms" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"extended_until" timestamp (3) with time zone,
	"horizon" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"answered_revision" integer,
	"answered_at" timestamp (3) with time zone,
	"picked_up_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"expired_at" timestamp (3) with time zone,
	"outcome" text GENERATED ALWAYS AS (case when completed_at is not null then 'completed' when withdrawn_at is not null then 'withdrawn' when expired_at is not null then 'expired' when answered_at is not null then 'answered' else 'open' end) STORED NOT NULL,
	"settled_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(completed_at, withdrawn_at, expired_at, answered_at)) STORED,
	CONSTRAINT "interactions_link" UNIQUE("link_sha256"),
	CONSTRAINT "interactions_lifetime" CHECK ("interactions"."lifetime_ms" > 0),
	CONSTRAINT "interactions_counts" CHECK ("interactions"."version" >= 1 and "interactions"."revision" >= 1),
	CONSTRAINT "interactions_times" CHECK ("interactions"."expires_at" > "interactions"."created_at" and "interactions"."horizon" >= "interactions"."expires_at"),
	CONSTRAINT "interactions_extension" CHECK ("interactions"."extended_until" > "interactions"."expires_at" and "interactions"."extended_until" <= "interactions"."horizon"),
	CONSTRAINT "interactions_answer_is_current" CHECK ("interactions"."answered_revision" = "interactions"."revision"),
	CONSTRAINT "interactions_answer_dated" CHECK (("interactions"."answered_at" is null) = ("interactions"."answered_revision" is null)),
	CONSTRAINT "interactions_pick_up_needs_answer" CHECK ("interactions"."picked_up_at" is null or "interactions"."answered_at" is not null),
	CONSTRAINT "interactions_completion_needs_answer" CHECK ("interactions"."completed_at" is null or "interactions"."answered_at" is not null),
	CONSTRAINT "interactions_one_end" CHECK (num_nonnulls("interactions"."answered_at", "interactions"."withdrawn_at", "interactions"."expired_at") <= 1),
	CONSTRAINT "interactions_expiry_at_horizon" CHECK ("interactions"."expired_at" >= "interactions"."horizon")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "members_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id"),
	CONSTRAINT "members_role_known" CHECK ("members"."role" in ('owner', 'member'))
);
--> statement-breakpoint
CREATE TABLE "receipt_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"sealed_private_jwk" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"signs_from" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receipt_keys_one_at_a_time" UNIQUE("signs_from")
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"interaction_id" text NOT NULL,
	"revision" integer NOT NULL,
	"title" text NOT NULL,
	"surface_text" text NOT NULL,
	"surface_sha256" text NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "revisions_interaction_id_revision_pk" PRIMARY KEY("interaction_id","revision"),
	CONSTRAINT "revisions_count" CHECK ("revisions"."revision" >= 1),
	CONSTRAINT "revisions_digest_length" CHECK (char_length("revisions"."surface_sha256") = 43)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"plan" text NOT NULL,
	"is_first" boolean,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "workspaces_one_first" UNIQUE("is_first"),
	CONSTRAINT "workspaces_name_length" CHECK (char_length("workspaces"."name") between 1 and 200),
	CONSTRAINT "workspaces_first_or_null" CHECK ("workspaces"."is_first")
);
--> statement-breakpoint
ALTER TABLE "answers" ADD CONSTRAINT "answers_revision" FOREIGN KEY ("interaction_id","revision") REFERENCES "public"."revisions"("interaction_id","revision") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_interaction_id_interactions_id_fk" FOREIGN KEY ("interaction_id") REFERENCES "public"."interactions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interactions" ADD CONSTRAINT "interactions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interactions" ADD CONSTRAINT "interactions_current_revision" FOREIGN KEY ("id","revision") REFERENCES "public"."revisions"("interaction_id","revision") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interactions" ADD CONSTRAINT "interactions_current_answer" FOREIGN KEY ("id","answered_revision") REFERENCES "public"."answers"("interaction_id","revision") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_interaction_id_interactions_id_fk" FOREIGN KEY ("interaction_id") REFERENCES "public"."interactions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_events_subject" ON "audit_events" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "audit_events_age" ON "audit_events" USING btree ("workspace_id","at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_of_interaction" ON "idempotency_keys" USING btree ("interaction_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "interactions_by_outcome" ON "interactions" USING btree ("workspace_id","outcome","created_at","id");--> statement-breakpoint
CREATE INDEX "interactions_to_expire" ON "interactions" USING btree ("horizon") WHERE outcome = 'open';--> statement-breakpoint
CREATE INDEX "interactions_settled" ON "interactions" USING btree ("workspace_id","settled_at") WHERE settled_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE FUNCTION "open_links"("of_workspace" text, "but_for" text, "at_most" integer) RETURNS integer LANGUAGE sql VOLATILE AS $$
	SELECT count(*)::integer FROM (
		SELECT FROM "interactions"
		WHERE "workspace_id" = "of_workspace" AND "outcome" = 'open' AND "horizon" > clock_timestamp() AND "id" <> "but_for"
		LIMIT "at_most"
	) AS "links"
$$;
