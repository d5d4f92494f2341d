import { z } from "zod";

export const JsonObject = z.record(z.string(), z.unknown());

export type JsonObject = z.output<typeof JsonObject>;

/** ISO 8601, UTC, with milliseconds. */
export const RelayTime = z.iso.datetime({ precision: 3 });

/** Milliseconds since the epoch. */
export const EpochMs = z.int();

export const DELIVERY_MODES = ["push", "pull"] as const;
export const DeliveryMode = z.enum(DELIVERY_MODES);
export type DeliveryMode = z.output<typeof DeliveryMode>;

export const DISPATCH_MODES = ["specific", "all", "any"] as const;
export const DispatchMode = z.enum(DISPATCH_MODES);
export type DispatchMode = z.output<typeof DispatchMode>;

export const NOTE_KINDS = ["note", "halt", "continue", "redirect", "undo"] as const;
export const NoteKind = z.enum(NOTE_KINDS);
export type NoteKind = z.output<typeof NoteKind>;

export const LEFT_REASONS = ["left", "offline_timeout", "removed"] as const;
export const LeftReason = z.enum(LEFT_REASONS);
export type LeftReason = z.output<typeof LeftReason>;

export const ENDED_REASONS = [
  "idle_ttl",
  "server_shutdown",
  "host_deleted",
  "admin_deleted",
  "persistence_expired",
] as const;
export const EndedReason = z.enum(ENDED_REASONS);
export type EndedReason = z.output<typeof EndedReason>;

export const COMPLETED_REASONS = [
  "all_responded",
  "ttl_expired",
  "sender_gone",
  "no_recipients",
  "recipients_gone",
] as const;
export const CompletedReason = z.enum(COMPLETED_REASONS);
export type CompletedReason = z.output<typeof CompletedReason>;

export const CANCELLED_REASONS = ["ttl_expired", "sender_gone"] as const;
export const CancelledReason = z.enum(CANCELLED_REASONS);
export type CancelledReason = z.output<typeof CancelledReason>;

export const RESULT_STATUSES = ["ok", "error"] as const;
export const ResultStatus = z.enum(RESULT_STATUSES);
export type ResultStatus = z.output<typeof ResultStatus>;

/** What a supervision order made of a participant: what was ordered, not what it did. */
export const SupervisionState = z.enum(["active", "paused"]);
export type SupervisionState = z.output<typeof SupervisionState>;

/** A participant as every other one sees it. */
export const ParticipantPublic = z.object({
  participant_id: z.string(),
  role: z.string().nullable(),
  objective: z.string().nullable(),
  capabilities: z.array(z.string()),
  metadata: JsonObject,
  joined_at: RelayTime,
  online: z.boolean(),
  supervision_state: SupervisionState,
});

export type ParticipantPublic = z.output<typeof ParticipantPublic>;

/** The entry that supervision holders get: how reachable a participant really is. */
export const ParticipantSupervised = ParticipantPublic.extend({
  delivery_mode: DeliveryMode,
  /** An open stream, or a wait now or a moment ago. */
  listening: z.boolean(),
  last_seen_at: RelayTime,
  /** Not handed out yet. */
  pending: z.int(),
  /** Handed out, not acknowledged. */
  unacked: z.int(),
});

export type ParticipantSupervised = z.output<typeof ParticipantSupervised>;

/** Events that the byte budget dropped before their recipient took them. */
export const InboxGap = z.object({ dropped: z.int(), first_seq: z.int(), last_seq: z.int() });

export type InboxGap = z.output<typeof InboxGap>;

/** The configuration in force for one session. */
export const RelaySessionConfig = z.object({
  max_participants: z.int(),
  idle_ttl_seconds: z.int(),
  offline_grace_seconds: z.int(),
  default_command_timeout_seconds: z.int(),
  max_command_timeout_seconds: z.int(),
  max_payload_bytes: z.int(),
  allow_asks: z.boolean(),
});

export type RelaySessionConfig = z.output<typeof RelaySessionConfig>;

export const PersistenceState = z.object({
  mode: z.enum(["ttl", "until_deleted"]),
  ttl_seconds: z.int().exactOptional(),
  expires_at: RelayTime.exactOptional(),
  state: z.enum(["hot", "cold"]),
});

export type PersistenceState = z.output<typeof PersistenceState>;
