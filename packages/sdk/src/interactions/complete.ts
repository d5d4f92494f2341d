import { CompletedInteraction } from "@sess.si/protocol";
import type { Settings } from "../settings.js";
import { pathOf } from "./arguments.js";
import { change, type ChangeOptions } from "./change.js";
import { requireRevision, requireSameId } from "./consistency.js";
import { requireAnswerRef, type AnswerRef } from "./publish.js";

export type Completed = CompletedInteraction["interaction"];

/** Says that the agent has the answer and asks nothing more; the person's page says so too. */
export async function complete(
  settings: Settings,
  id: string,
  input: AnswerRef,
  options: ChangeOptions = {},
): Promise<Completed> {
  const path = `${pathOf(id)}/complete`;
  requireAnswerRef(input);
  const { interaction } = await change(settings, {
    path,
    body: { response_event_id: input.responseEventId },
    ifRevision: input.revision,
    options,
    schema: CompletedInteraction,
    check: (completed) => {
      requireSameId(id, completed.interaction.id);
      requireRevision(input.revision, completed.interaction.revision);
    },
  });
  return interaction;
}
