ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_interaction_id_interactions_id_fk";
--> statement-breakpoint
DROP INDEX "idempotency_keys_of_interaction";