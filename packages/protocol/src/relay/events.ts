import { z } from "zod";
import { NoteOutcome } from "./notes.js";
import {
  CancelledReason,
  CompletedReason,
  DispatchMode,
  EndedReason,
  EpochMs,
  JsonObject,
  LeftReason,
  NoteKind,
  ParticipantPublic,
  RelayTime,
  ResultStatus,
} from "./shapes.js";

/** The payload of every event, by its name. */
export const EVENT_PAYLOADS = {
  "participant.joined": z.object({ participant: ParticipantPublic }),
  "participant.updated": z.object({ participant: ParticipantPublic }),
  "participant.left": z.object({
    participant_id: z.string(),
    reason: LeftReason,
    feedback: z.unknown().optional(),
    /** `buffer_full`: it let more events pile up than the relay keeps. */
    detail: z.literal("buffer_full").exactOptional(),
  }),
  "command.received": z.object({
    command_id: z.string(),
    sender_id: z.string(),
    dispatch_mode: DispatchMode,
    dispatched_to: z.array(z.string()),
    payload: z.unknown(),
    expires_at: RelayTime,
    expires_in_ms: z.int(),
  }),
  "result.received": z.object({
    command_id: z.string(),
    responder_id: z.string(),
    status: ResultStatus,
    payload: z.unknown(),
  }),
  "command.completed": z.object({
    command_id: z.string(),
    received_count: z.int(),
    expected_count: z.int(),
    reason: CompletedReason,
    orphaned_results: z.array(z.string()).exactOptional(),
    /** Recipients that left before they answered. */
    missing: z.array(z.object({ participant_id: z.string(), reason: LeftReason })).exactOptional(),
  }),
  "command.cancelled": z.object({ command_id: z.string(), reason: CancelledReason }),
  "session.purpose_updated": z.object({ purpose: JsonObject.nullable() }),
  "session.ended": z.object({ reason: EndedReason }),
  "session.cold": z.object({}),
  "supervisor.note": z.object({
    note_id: z.string(),
    kind: NoteKind,
    target: z.string(),
    message: z.string().nullable(),
    ts_ms: EpochMs,
  }),
  "supervisor.note_reply": z.object({
    reply_id: z.string(),
    note_id: z.string(),
    target: z.string(),
    participant_id: z.string(),
    message: z.string(),
    outcome: NoteOutcome.exactOptional(),
    ts_ms: EpochMs,
  }),
  buffer_evicted: z.object({
    reason: z.literal("byte_budget"),
    evicted_count: z.int(),
    freed_bytes: z.int(),
    buffered_bytes: z.int(),
    buffer_byte_cap: z.int(),
  }),
} as const satisfies Record<string, z.ZodType>;

export type RelayEventName = keyof typeof EVENT_PAYLOADS;

export type EventPayload<N extends RelayEventName> = z.output<(typeof EVENT_PAYLOADS)[N]>;

export const RELAY_EVENT_NAMES = Object.keys(EVENT_PAYLOADS) as RelayEventName[];

/** Who ordered a note: for supervision and history. */
export const NoteAuthor = z.object({
  role: z.enum(["supervisor", "creator", "admin", "account"]),
  token_id: z.string().exactOptional(),
});

export type NoteAuthor = z.output<typeof NoteAuthor>;

/** A frame of the firehose; `seq` counts the session's events, not an inbox's. */
export const FirehoseFrame = z.object({
  name: z.string(),
  payload: z.unknown(),
  seq: z.int().nullable(),
  ts_ms: EpochMs,
  to: z.array(z.string()).exactOptional(),
  author: NoteAuthor.exactOptional(),
});

export type FirehoseFrame = z.output<typeof FirehoseFrame>;

/** Firehose only: how far a note or a command has got. */
export const DeliveryUpdated = z.object({
  ref: z.union([z.object({ note_id: z.string() }), z.object({ command_id: z.string() })]),
  participant_id: z.string(),
  state: z.enum(["handed_out", "acked", "expired"]),
  ts_ms: EpochMs,
});

export type DeliveryUpdated = z.output<typeof DeliveryUpdated>;
