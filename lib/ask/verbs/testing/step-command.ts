import type { Cut } from "@/lib/ask/verbs/testing/faulty-sql";
import { currentAnswer, mayExtend, type Model, phase, type Question } from "@/lib/ask/verbs/testing/model";
import { outcomeOf, type Planned, type Real, type Step } from "@/lib/ask/verbs/testing/step";
import { viewLink } from "@/lib/ask/verbs/view-link";
import type fc from "fast-check";
import { expect } from "vitest";

/** Something that happens in a run. */
export type Command = fc.AsyncCommand<Model, Real>;

export function command(name: string, input: unknown, run: (model: Model, real: Real) => Promise<void>): Command {
  return { check: () => true, run, toString: () => `${name}(${JSON.stringify(input)})` };
}

/** Does a step and holds the reply, and what everybody sees afterwards, against the model. */
export function stepCommand(name: string, input: unknown, step: Step): Command {
  return command(name, input, async (model, real) => {
    const planned = step(model, real, Date.now());
    if (planned === null) return;
    const outcome = await outcomeOf(planned.call);
    await settle(planned, outcome, real);
  });
}

/** The same with the database's connections cut on the way; a call that is safe to repeat is then repeated. */
export function cutCommand(name: string, input: unknown, step: Step, cut: Cut): Command {
  return command(`cut ${JSON.stringify(cut)} ${name}`, input, async (model, real) => {
    const planned = step(model, real, Date.now());
    if (planned === null) return;
    const { again } = planned;
    // What cannot be asked again cannot be known after a lost reply.
    if (again === undefined && cut.moment !== "before") return settle(planned, await outcomeOf(planned.call), real);
    real.app.faults.arm(cut);
    const first = await outcomeOf(planned.call);
    real.app.faults.disarm();
    const isLost = "refused" in first && first.refused === "unavailable";
    if (!isLost) expect(first).toMatchObject(again ?? planned.expected);
    if (again === undefined && !isLost) return settle(planned, first, real);
    const second = await outcomeOf(planned.call);
    if (!isLost && again !== undefined) expect(identityOf(second)).toEqual(identityOf(first));
    await settle(again === undefined ? planned : { ...planned, expected: again }, second, real);
  });
}

/** What two replies to one request have in common: the answer's or the interaction's id. */
function identityOf(outcome: object): unknown {
  const { value } = outcome as { value?: { eventId?: string; interaction?: { id: string } } };
  return value?.eventId ?? value?.interaction?.id;
}

async function settle(planned: Planned, outcome: Awaited<ReturnType<typeof outcomeOf>>, real: Real): Promise<void> {
  expect(outcome).toMatchObject(planned.expected);
  if ("value" in outcome) planned.apply?.(outcome.value);
  if (planned.question) await seen(planned.question, real);
}

export async function seen(question: Question, { visitor }: Real): Promise<void> {
  const now = Date.now();
  const view = await viewLink(visitor, question.secret);
  expect({
    phase: view.phase,
    title: view.surface.title,
    revision: view.revision,
    version: view.version,
    deadline: view.deadline,
    horizon: view.horizon,
    canExtend: view.canExtend,
    answer: view.answer?.eventId,
    isPickedUp: view.pickedUpAt !== null,
    earlier: view.earlier.map(({ revision }) => revision),
  }).toEqual({
    phase: phase(question, now),
    title: question.title,
    revision: question.revision,
    version: question.events.length,
    deadline: question.deadline,
    horizon: question.horizon,
    canExtend: mayExtend(question, now),
    answer: currentAnswer(question)?.eventId,
    isPickedUp: question.isPickedUp,
    earlier: question.answers.map(({ revision }) => revision).filter((revision) => revision < question.revision),
  });
}
