import * as z from "zod";
import { ACTOR_ASSURANCE, Answer, InteractionId, InteractionStateName, RevisionNumber, Timestamp } from "./shapes.js";
import { SurfaceReply } from "./surface-reply.js";

/** Reply of `GET /v1/interactions/{id}`. */
export const InteractionDetail = z.object({
  interaction: z.object({
    id: InteractionId,
    revision: RevisionNumber,
    state: InteractionStateName,
    /** The time is up, but the person may still ask for more. */
    lapsed: z.boolean().exactOptional(),
    expiresAt: Timestamp,
    extendedUntil: Timestamp.exactOptional(),
    surface: SurfaceReply,
    answers: z.array(Answer),
    pickedUpAt: Timestamp.exactOptional(),
    completedAt: Timestamp.exactOptional(),
    withdrawnAt: Timestamp.exactOptional(),
  }),
});

export type InteractionDetail = z.output<typeof InteractionDetail>;

/** An interaction in a list. */
export const InteractionSummary = z.object({
  id: InteractionId,
  revision: RevisionNumber,
  state: InteractionStateName,
  title: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  lapsed: z.boolean().exactOptional(),
  extendedUntil: Timestamp.exactOptional(),
  pickedUpAt: Timestamp.exactOptional(),
  completedAt: Timestamp.exactOptional(),
});

export type InteractionSummary = z.output<typeof InteractionSummary>;

/** Reply of `GET /v1/interactions`, newest first. */
export const InteractionList = z.object({
  interactions: z.array(InteractionSummary),
  next_cursor: z.string().nullable(),
});

export type InteractionList = z.output<typeof InteractionList>;

/** Reply of `GET /v1/interactions/{id}/response`. */
export const ResponseReply = z.object({
  interaction: z.object({
    id: InteractionId,
    revision: RevisionNumber,
    state: InteractionStateName,
    response: Answer.extend({ actorAssurance: z.literal(ACTOR_ASSURANCE) }).exactOptional(),
  }),
});

export type ResponseReply = z.output<typeof ResponseReply>;
