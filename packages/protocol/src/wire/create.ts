import * as z from "zod";
import { LIMITS } from "../limits.js";
import { InteractionInput } from "../surface/interaction-input.js";
import { InteractionId, RevisionNumber, Timestamp } from "./shapes.js";

/** Body of `POST /v1/interactions`. */
export const CreateInteractionRequest = z.strictObject({
  interaction: InteractionInput,
  expires_in: z
    .int()
    .min(LIMITS.lifetimeMinMs / 1000)
    .exactOptional()
    .describe("Whole seconds that the link stays open, from creation."),
});

export type CreateInteractionRequest = z.output<typeof CreateInteractionRequest>;

/** Its reply: the only one that carries the link. */
export const CreatedInteraction = z.object({
  interaction: z.object({
    id: InteractionId,
    revision: RevisionNumber,
    state: z.literal("waiting"),
    humanUrl: z.url(),
    expiresAt: Timestamp,
  }),
});

export type CreatedInteraction = z.output<typeof CreatedInteraction>;
