import { PublishedRevision } from "@sess.si/protocol";
import type { Settings } from "../settings.js";
import { pathOf, requireInteraction, requireText, requireWholeNumber } from "./arguments.js";
import { change, type ChangeOptions } from "./change.js";
import { requireRevision, requireSameId } from "./consistency.js";
import type { InteractionInput } from "./interaction-input.js";

/** Which answer a change follows. */
export interface AnswerRef {
  /** The revision that was answered. */
  revision: number;
  /** `eventId` of its answer. */
  responseEventId: string;
}

export interface PublishInput extends AnswerRef {
  interaction: InteractionInput;
}

export type Published = PublishedRevision["interaction"];

/** Asks a follow-up on the same link, in reply to one answer and only if none came after it. */
export async function publish(
  settings: Settings,
  id: string,
  input: PublishInput,
  options: ChangeOptions = {},
): Promise<Published> {
  const path = `${pathOf(id)}/revisions`;
  requireAnswerRef(input);
  requireInteraction(input.interaction);
  const { interaction } = await change(settings, {
    path,
    body: { response_event_id: input.responseEventId, interaction: input.interaction },
    ifRevision: input.revision,
    options,
    schema: PublishedRevision,
    check: (published) => {
      requireSameId(id, published.interaction.id);
      requireRevision(input.revision + 1, published.interaction.revision);
    },
  });
  return interaction;
}

/** Refuses what names no answer before anything is sent. */
export function requireAnswerRef(input: AnswerRef): void {
  requireWholeNumber("revision", input.revision);
  requireText("responseEventId", input.responseEventId);
}
