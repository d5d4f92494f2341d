import { completeInteraction } from "@/lib/ask/verbs/complete-interaction";
import { publishRevision } from "@/lib/ask/verbs/publish-revision";
import { answered, asked, interaction } from "@/lib/ask/verbs/testing/questions";
import { withdrawInteraction } from "@/lib/ask/verbs/withdraw-interaction";

export const next = { ...interaction, title: "And the wine?" };

/** A question with its answer, and what an agent may do next. */
export async function taken() {
  const question = await asked();
  const { eventId } = await answered(question);
  const { agent, id } = question;
  const publish = (more: object = {}, ifMatch: string | undefined = '"1"', idempotencyKey?: string) => {
    const body = { response_event_id: eventId, interaction: next, ...more };
    return publishRevision(agent, id, { body, ifMatch, idempotencyKey });
  };
  const complete = (more: object = {}, ifMatch: string | undefined = '"1"', idempotencyKey?: string) =>
    completeInteraction(agent, id, { body: { response_event_id: eventId, ...more }, ifMatch, idempotencyKey });
  return { ...question, eventId, publish, complete };
}

export async function withdrawn() {
  const question = await asked();
  await withdrawInteraction(question.agent, question.id, {});
  return question;
}
