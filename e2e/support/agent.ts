import type { Api, Reply } from "@/e2e/support/api";
import { Person } from "@/e2e/support/person";
import { ask, question, type Asked } from "@/e2e/support/questions";

export interface Answered extends Asked {
  eventId: string;
  person: Person;
}

export interface StepHeaders {
  /** null: without one. */
  ifMatch?: string | null;
  key?: string;
}

/** What an agent does in a conversation, one call each. */
export class Agent {
  constructor(private readonly api: Api) {}

  /** An interaction whose first revision was answered. */
  async answered(body: Record<string, unknown> = {}): Promise<Answered> {
    const asked = await ask(this.api, body);
    const person = new Person(asked.humanUrl);
    await person.answer("approve", { message: "Hello" });
    const reply = await this.api.get(`/v1/interactions/${asked.id}/response?wait_ms=0`);
    return { ...asked, person, eventId: reply.body.interaction.response.eventId };
  }

  publish = (id: string, eventId: string, headers: StepHeaders = {}, next = FOLLOW_UP): Promise<Reply> =>
    this.step(id, "revisions", { response_event_id: eventId, interaction: next }, headers);

  complete = (id: string, eventId: string, headers: StepHeaders = {}): Promise<Reply> =>
    this.step(id, "complete", { response_event_id: eventId }, headers);

  withdraw = (id: string): Promise<Reply> => this.api.post(`/v1/interactions/${id}/withdraw`, undefined);

  step(id: string, step: string, body: unknown, { ifMatch = '"1"', key }: StepHeaders = {}): Promise<Reply> {
    const headers = {
      ...(ifMatch === null ? {} : { "if-match": ifMatch }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    };
    return this.api.post(`/v1/interactions/${id}/${step}`, body, { headers });
  }
}

export const FOLLOW_UP = question({ title: "And now?" });
