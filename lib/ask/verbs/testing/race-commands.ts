import { listInteractions } from "@/lib/ask/verbs/list-interactions";
import { publishRevision } from "@/lib/ask/verbs/publish-revision";
import { readResponse } from "@/lib/ask/verbs/read-response";
import { currentAnswer, type Model, passTime, phase, wireState } from "@/lib/ask/verbs/testing/model";
import * as personSteps from "@/lib/ask/verbs/testing/person-steps";
import { interaction } from "@/lib/ask/verbs/testing/questions";
import { outcomeOf, pick, type Real } from "@/lib/ask/verbs/testing/step";
import { type Command, command, seen } from "@/lib/ask/verbs/testing/step-command";
import type { InteractionState } from "@sess.si/protocol";
import { expect } from "vitest";

/** Two people, or two taps of one, at the same time. */
export function twoAnswers(input: {
  question: number;
  isOneForm: boolean;
  bodies: [personSteps.Body, personSteps.Body];
}) {
  return command("two answers", input, async (model, real) => {
    const question = pick(model.questions, input.question);
    if (question === undefined) return;
    const first = personSteps.formOf(real, question, -5000);
    const second = input.isOneForm ? first : personSteps.formOf(real, question, -5000);
    const planned = [first, second].map((form, place) =>
      personSteps.answerForm(real, form, input.bodies[place as 0 | 1], Date.now()),
    );
    const isOpen = phase(question, Date.now()) === "waiting";
    const results = await Promise.all(planned.map(({ call }) => call()));
    const accepted = results.flatMap((result, place) => (result.outcome === "accepted" ? [{ result, place }] : []));
    if (!isOpen) return expect(accepted).toEqual([]);
    const own = accepted.filter(({ result }) => !result.repeated);
    const winner = own[0];
    if (winner === undefined) return expect(accepted).toEqual([]);
    expect(own).toHaveLength(1);
    for (const { result } of accepted) expect(result.eventId).toBe(winner.result.eventId);
    const isSame = input.isOneForm && sameBody(...input.bodies);
    expect(accepted).toHaveLength(isSame ? 2 : 1);
    planned[winner.place]?.apply(winner.result);
    await seen(question, real);
  });
}

function sameBody(a: string, b: string): boolean {
  return a.replace("_crlf", "") === b.replace("_crlf", "");
}

/** The agent waits while the person answers. */
export function answerDuringWait(input: { question: number; body: personSteps.Body }): Command {
  return command("answer during a wait", input, async (model, real) => {
    const question = pick(model.questions, input.question);
    if (question === undefined || phase(question, Date.now()) !== "waiting") return;
    const planned = personSteps.answerForm(real, personSteps.formOf(real, question, -5000), input.body, Date.now());
    const caller = new AbortController();
    const waiting = readResponse({ ...real.agent, signal: caller.signal }, question.id, {});
    const result = await planned.call();
    if (result.outcome !== "accepted") caller.abort();
    else planned.apply(result);
    const { interaction: reply } = await waiting;
    expect(reply.response?.eventId).toBe(currentAnswer(question)?.eventId);
    if (reply.response) question.events.push("picked_up");
    question.isPickedUp = reply.response !== undefined;
    await seen(question, real);
  });
}

/** Two agents go on from the same answer at the same time. */
export function twoFollowUps(input: { question: number; hasKey: boolean }): Command {
  return command("two follow-ups", input, async (model, real) => {
    const question = pick(model.questions, input.question);
    const answer = question && currentAnswer(question);
    const now = Date.now();
    if (!question || !answer || question.isCompleted || now >= question.horizon) return;
    const body = { response_event_id: answer.eventId, interaction };
    const key = input.hasKey ? { idempotencyKey: `twins-${question.id}-${question.revision}` } : {};
    const ifMatch = `"${question.revision}"`;
    const publish = () => outcomeOf(() => publishRevision(real.agent, question.id, { body, ifMatch, ...key }));
    const replies = await Promise.all([publish(), publish()]);
    const done = replies.filter((reply) => "value" in reply);
    expect(done).toHaveLength(input.hasKey ? 2 : 1);
    if (input.hasKey) expect(done[0]).toEqual(done[1]);
    else expect(replies).toContainEqual({ refused: "revision_mismatch" });
    question.revision += 1;
    Object.assign(question, { title: interaction.title, isPickedUp: false });
    question.events.push("published");
    await seen(question, real);
  });
}

export function list(state: InteractionState): Command {
  return command("list", state, async (model, real) => {
    const rows: { id: string; createdAt: string }[] = [];
    let cursor: string | null = null;
    do {
      const page = await listInteractions(real.agent, { state, limit: "2", ...(cursor === null ? {} : { cursor }) });
      rows.push(...page.interactions);
      cursor = page.next_cursor;
    } while (cursor !== null);
    const now = Date.now();
    const expected = model.questions.filter((question) => wireState(question, now) === state).map(({ id }) => id);
    expect(rows.map(({ id }) => id).sort()).toEqual(expected.sort());
    const times = rows.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().reverse());
  });
}

export function pass(minutes: number): Command {
  return command("minutes pass", minutes, (model, real) => passBoth(model, real, minutes * 60_000));
}

/** Until a minute and a half after a question's time is up, or its link has closed for good. */
export function passBeyond(input: { question: number; edge: "deadline" | "horizon" }): Command {
  return command("time passes beyond", input, async (model, real) => {
    const question = pick(model.questions, input.question);
    const ms = question === undefined ? 0 : Math.ceil(question[input.edge] + 90_000 - Date.now());
    if (ms > 0) await passBoth(model, real, ms);
  });
}

async function passBoth(model: Model, real: Real, ms: number): Promise<void> {
  await real.app.pass(real.workspaceId, ms);
  passTime(model, ms);
}
