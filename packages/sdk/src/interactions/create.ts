import { CreatedInteraction } from "@sess.si/protocol";
import type { Settings } from "../settings.js";
import { requireInteraction, requireLifetime } from "./arguments.js";
import { change, type ChangeOptions } from "./change.js";
import { requireRevision, requireWebLink } from "./consistency.js";
import type { InteractionInput } from "./interaction-input.js";

export interface CreateInput {
  interaction: InteractionInput;
  /** Seconds from now until the link stops taking answers. Default: a day. */
  expiresIn?: number | undefined;
}

export type Created = CreatedInteraction["interaction"];

/** Opens a link for one person; the same idempotency key never opens a second. */
export async function create(
  settings: Settings,
  input: { interaction: unknown; expiresIn?: number | undefined },
  options: ChangeOptions = {},
): Promise<Created> {
  requireLifetime(input.expiresIn);
  requireInteraction(input.interaction);
  const { interaction } = await change(settings, {
    path: "/v1/interactions",
    body: {
      interaction: input.interaction,
      ...(input.expiresIn === undefined ? {} : { expires_in: input.expiresIn }),
    },
    options,
    schema: CreatedInteraction,
    check: (created) => {
      requireRevision(1, created.interaction.revision);
      requireWebLink(created.interaction.humanUrl);
    },
  });
  return interaction;
}
