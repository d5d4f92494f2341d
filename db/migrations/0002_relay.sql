CREATE TABLE "relay_epochs" (
	"is_only" boolean PRIMARY KEY NOT NULL,
	"epoch" bigint NOT NULL,
	CONSTRAINT "relay_epochs_one_row" CHECK ("relay_epochs"."is_only")
);
--> statement-breakpoint
CREATE TABLE "relay_events" (
	"session_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"at" bigint NOT NULL,
	"name" text NOT NULL,
	"payload" text NOT NULL,
	"bytes" integer NOT NULL,
	"detail" text NOT NULL,
	CONSTRAINT "relay_events_session_id_seq_pk" PRIMARY KEY("session_id","seq")
);
--> statement-breakpoint
CREATE TABLE "relay_inbox" (
	"session_id" text NOT NULL,
	"participant_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"event_seq" bigint NOT NULL,
	"held" boolean NOT NULL,
	CONSTRAINT "relay_inbox_session_id_participant_id_seq_pk" PRIMARY KEY("session_id","participant_id","seq")
);
--> statement-breakpoint
CREATE TABLE "relay_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_account_id" text,
	"fence" bigint DEFAULT 0 NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"door" text NOT NULL,
	"handed_to" text DEFAULT '{}' NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"expires_at" bigint,
	"deadline_at" bigint,
	"is_clean" boolean DEFAULT true NOT NULL,
	"ended_at" bigint,
	"ended_reason" text,
	"is_purged" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "relay_sessions_ended_reason" CHECK (("relay_sessions"."ended_at" is null) = ("relay_sessions"."ended_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "relay_snapshots" (
	"session_id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"state" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "relay_sessions_expiry" ON "relay_sessions" USING btree ("expires_at") WHERE "relay_sessions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "relay_sessions_ended" ON "relay_sessions" USING btree ("ended_at") WHERE "relay_sessions"."ended_at" is not null;