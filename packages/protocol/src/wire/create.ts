import * as z from "zod";
import { ExpiresIn } from "../expires-in.js";
import { refuseBy } from "../refuse.js";
import { InteractionInput } from "../surface/interaction-input.js";
import { missingInteraction } from "./around-interaction.js";
import { InteractionId, RevisionNumber, Timestamp } from "./shapes.js";

/** Body of `POST /v1/interactions`. */
export const CreateInteractionRequest = z
  .strictObject({
    interaction: InteractionInput,
    expires_in: ExpiresIn.exactOptional(),
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
