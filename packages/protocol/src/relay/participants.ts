import { z } from "zod";
import {
  JsonObject,
  ParticipantPublic,
  ParticipantSupervised,
  PersistenceState,
  RelaySessionConfig,
} from "./shapes.js";
import { DeliveryMode } from "./shapes.js";

/** Body of `POST /v1/sessions/{sid}/participants`. */
export const JoinRequest = z.object({
  role: z.string().min(1).nullish(),
  capabilities: z.array(z.string().min(1)).nullish(),
  objective: z.string().nullish(),
  metadata: JsonObject.nullish(),
  delivery_mode: DeliveryMode.nullish().describe("Over REST it is always `pull`."),
  client_nonce: z
    .string()
    .min(1)
    .max(128)
    .exactOptional()
    .describe("Repeat a join whose reply was lost with the same nonce: it replaces the first one."),
});

export type JoinRequest = z.output<typeof JoinRequest>;

/** Reply of `GET /v1/sessions/{sid}`. */
export const SessionDescription = z.object({
  config: RelaySessionConfig,
  purpose: JsonObject.nullable(),
  roster: z.array(ParticipantPublic),
  persistence: PersistenceState.nullable(),
});

export type SessionDescription = z.output<typeof SessionDescription>;

/** Reply of a resume. */
export const ResumedParticipant = SessionDescription.extend({ relay_epoch: z.int() });

export type ResumedParticipant = z.output<typeof ResumedParticipant>;

/** Reply of a join. */
export const JoinedParticipant = ResumedParticipant.extend({
  participant_id: z.string(),
  participant_token: z.string().describe("The secret to act as this participant; shown once."),
});

export type JoinedParticipant = z.output<typeof JoinedParticipant>;

/** Reply of `GET /v1/sessions/{sid}/participants`. */
export const Roster = z.object({ roster: z.array(ParticipantPublic) });

export type Roster = z.output<typeof Roster>;

/** The same for a supervision holder. */
export const SupervisedRoster = z.object({ roster: z.array(ParticipantSupervised) });

export type SupervisedRoster = z.output<typeof SupervisedRoster>;

/** Body of `PATCH …/participants/me`: what is left out stays, `null` clears, arrays replace. */
export const UpdateSelfRequest = z
  .object({
    role: z.string().min(1).nullable().exactOptional(),
    objective: z.string().nullable().exactOptional(),
    capabilities: z.array(z.string().min(1)).nullable().exactOptional(),
    metadata: JsonObject.nullable().exactOptional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, { error: "The body changes nothing." });

export type UpdateSelfRequest = z.output<typeof UpdateSelfRequest>;

export const UpdatedSelf = z.object({ participant: ParticipantPublic });

export type UpdatedSelf = z.output<typeof UpdatedSelf>;

/** Body of `DELETE …/participants/me` and of `POST …/participants/me/leave`; it may be absent. */
export const LeaveRequest = z.object({ feedback: z.unknown().optional() });

export type LeaveRequest = z.output<typeof LeaveRequest>;

export const LeftSession = z.union([z.object({ left: z.literal(true) }), z.object({ already_left: z.literal(true) })]);

export type LeftSession = z.output<typeof LeftSession>;

export const RemovedParticipant = z.object({ removed: z.literal(true) });

export type RemovedParticipant = z.output<typeof RemovedParticipant>;
