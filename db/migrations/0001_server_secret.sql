CREATE TABLE "server_secret" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"digest" text NOT NULL,
	"adopted_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "server_secret_only_one" CHECK ("server_secret"."is_only")
);
