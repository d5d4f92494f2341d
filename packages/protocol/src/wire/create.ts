import * as z from "zod";
import { LIMITS } from "../limits.js";
import { refuseBy } from "../refuse.js";
import { InteractionInput } from "../surface/interaction-input.js";
import { missingInteraction } from "./around-interaction.js";
import { InteractionId, RevisionNumber, Timestamp } from "./shapes.js";

const LIFETIME =
  `Whole seconds that the link stays open, from creation: ${LIMITS.lifetimeDefaultMs / 1000} where it is left out, ` +
  `${LIMITS.lifetimeMaxMs / 1000} at most, and less where the plan says so.`;

/** Body of `POST /v1/interactions`. */
export const CreateInteractionRequest = z
  .strictObject({
    interaction: InteractionInput,
    expires_in: z
      .int()
      .min(LIMITS.lifetimeMinMs / 1000)
      .exactOptional()
      .meta({ description: LIFETIME, maximum: LIMITS.lifetimeMaxMs / 1000 }),
  })
  .superRefine(refuseBy<unknown>(missingInteraction), { when: () => true });

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
