import * as z from "zod";
import { LIMITS } from "../limits.js";
import { refuseBy } from "../refuse.js";
import { InteractionInput } from "../surface/interaction-input.js";
import { missingInteraction } from "./around-interaction.js";
import { InteractionId, RevisionNumber, Timestamp } from "./shapes.js";

const responseEventId = z
  .string()
  .min(1)
  .max(LIMITS.responseEventId)
  .describe("The event id of the answer you go on from.");

/** Body of `POST /v1/interactions/{id}/revisions`. */
export const PublishRequest = z
  .strictObject({ response_event_id: responseEventId, interaction: InteractionInput })
  .superRefine(refuseBy<unknown>(missingInteraction), { when: () => true });

export type PublishRequest = z.output<typeof PublishRequest>;

export const PublishedRevision = z.object({
  interaction: z.object({
    id: InteractionId,
    revision: RevisionNumber,
    state: z.literal("waiting"),
    expiresAt: Timestamp,
  }),
});

export type PublishedRevision = z.output<typeof PublishedRevision>;

/** Body of `POST /v1/interactions/{id}/complete`. */
export const CompleteRequest = z.strictObject({ response_event_id: responseEventId });

export type CompleteRequest = z.output<typeof CompleteRequest>;

export const CompletedInteraction = z.object({
  interaction: z.object({
    id: InteractionId,
    revision: RevisionNumber,
    state: z.literal("completed"),
    completedAt: Timestamp,
  }),
});

export type CompletedInteraction = z.output<typeof CompletedInteraction>;

/** Body of `POST /v1/interactions/{id}/withdraw`: nothing. */
export const WithdrawRequest = z.strictObject({});

export type WithdrawRequest = z.output<typeof WithdrawRequest>;

export const WithdrawnInteraction = z.object({
  interaction: z.object({
    id: InteractionId,
    revision: RevisionNumber,
    state: z.literal("withdrawn"),
    withdrawnAt: Timestamp,
  }),
});

export type WithdrawnInteraction = z.output<typeof WithdrawnInteraction>;
