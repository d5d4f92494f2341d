import { z } from "zod";
import { refusedAs } from "./refusal-code.js";
import { JsonObject, PersistenceState, RelayTime } from "./shapes.js";

const ceiling = z.int().min(1).exactOptional();

/** What a caller may set for its session: lower than the relay's own limits, never higher. */
export const RelaySessionConfigInput = z.strictObject({
  max_participants: ceiling,
  idle_ttl_seconds: ceiling,
  offline_grace_seconds: ceiling,
  default_command_timeout_seconds: ceiling,
  max_command_timeout_seconds: ceiling,
  max_payload_bytes: ceiling,
  allow_asks: z.boolean().exactOptional().describe("Participants may ask a person, whose answer is then stored."),
});

export type RelaySessionConfigInput = z.output<typeof RelaySessionConfigInput>;

export const PersistenceInput = z.discriminatedUnion("mode", [
  z.strictObject({ mode: z.literal("ttl"), ttl_seconds: z.int() }),
  z.strictObject({ mode: z.literal("until_deleted") }),
]);

export type PersistenceInput = z.output<typeof PersistenceInput>;

export const SessionPurpose = refusedAs("invalid_config", JsonObject.nullable());

/** Body of `POST /v1/sessions`. */
export const CreateSessionRequest = z.object({
  config: refusedAs("invalid_config", RelaySessionConfigInput.nullish()),
  purpose: refusedAs("invalid_config", SessionPurpose.optional()),
  persistence: refusedAs("invalid_config", PersistenceInput.nullish()),
  creator_id: z.string().min(1).nullish().describe("A display name for the creator; it authorises nothing."),
});

export type CreateSessionRequest = z.output<typeof CreateSessionRequest>;

/** Its reply: the only one that shows these tokens. */
export const CreatedSession = z.object({
  session_id: z.string(),
  purpose: JsonObject.nullable(),
  creator_id: z.string(),
  creator_token: z.string(),
  supervisor_token: z.string(),
  supervisor_token_id: z.string(),
  join_token: z.string(),
  join_token_expires_at: RelayTime,
  invite_url: z.url(),
  invite_link: z.string(),
  persistence: PersistenceState.nullable(),
});

export type CreatedSession = z.output<typeof CreatedSession>;
