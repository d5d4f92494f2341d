import { listInteractions } from "@/lib/ask/verbs/list-interactions";
import { publishRevision } from "@/lib/ask/verbs/publish-revision";
import { readResponse } from "@/lib/ask/verbs/read-response";
import * as agentSteps from "@/lib/ask/verbs/testing/agent-steps";
import type { Cut } from "@/lib/ask/verbs/testing/faulty-sql";
import {
  currentAnswer,
  mayExtend,
  type Model,
  passTime,
  phase,
  type Question,
  wireState,
} from "@/lib/ask/verbs/testing/model";
import * as personSteps from "@/lib/ask/verbs/testing/person-steps";
import { openPostgresApp, type PostgresApp } from "@/lib/ask/verbs/testing/postgres-app";
import { interaction } from "@/lib/ask/verbs/testing/questions";
import { outcomeOf, pick, type Planned, type Real, type Step } from "@/lib/ask/verbs/testing/step";
import { verifyReceipts } from "@/lib/ask/verbs/testing/verify-receipts";
import { viewLink } from "@/lib/ask/verbs/view-link";
import { INTERACTION_STATES } from "@sess.si/protocol";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

let app: PostgresApp;
beforeAll(async () => {
  app = await openPostgresApp();
});
afterAll(() => app.close());

type Command = fc.AsyncCommand<Model, Real>;

function command(name: string, input: unknown, run: (model: Model, real: Real) => Promise<void>): Command {
  return { check: () => true, run, toString: () => `${name}(${JSON.stringify(input)})` };
}

/** Does a step and holds the reply, and what everybody sees afterwards, against the model. */
function stepCommand(name: string, input: unknown, step: Step): Command {
  return command(name, input, async (model, real) => {
    const planned = step(model, real, Date.now());
    if (planned === null) return;
    const outcome = await outcomeOf(planned.call);
    await settle(planned, outcome, real);
  });
}

/** The same with the database's connections cut on the way; a call that is safe to repeat is then repeated. */
function cutCommand(name: string, input: unknown, step: Step, cut: Cut): Command {
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

async function seen(question: Question, { visitor }: Real): Promise<void> {
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

/** Two people, or two taps of one, at the same time. */
function twoAnswers(input: { question: number; isOneForm: boolean; bodies: [personSteps.Body, personSteps.Body] }) {
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
function answerDuringWait(input: { question: number; body: personSteps.Body }): Command {
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
function twoFollowUps(input: { question: number; hasKey: boolean }): Command {
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

function list(state: (typeof INTERACTION_STATES)[number]): Command {
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

function pass(minutes: number): Command {
  return command("minutes pass", minutes, async (model, real) => {
    await real.app.pass(real.workspaceId, minutes * 60_000);
    passTime(model, minutes * 60_000);
  });
}

const choice = fc.nat({ max: 5 });
const body = fc.constantFrom(...personSteps.BODY_NAMES);
const key = fc.constantFrom("key-1", "key-2", "key-3", "key-4", "key-5", "key-6");
const title = fc.constantFrom("Which table?", "Which wine?");
// Never a multiple of each other: no deadline falls on the moment of a command.
const lifetime = fc.constantFrom(30_000, 61 * 60_000, 19 * 3_600_000, 25 * 3_600_000);
const followUp = {
  question: choice,
  event: fc.constantFrom("current", "current", "current", "first", "made_up"),
  off: fc.constantFrom(0, 0, 0, 0, -1, 1),
};

const STEPS: fc.Arbitrary<[string, unknown, Step]>[] = [
  fc
    .record({ title, lifetime, key }, { requiredKeys: ["title", "lifetime"] })
    .map((input) => ["create", input, agentSteps.create(input)]),
  choice.map((input) => ["open", input, personSteps.openForm(input)]),
  fc
    .record({ form: choice, body, isHasty: fc.constantFrom(false, false, false, true) })
    .map((input) => ["answer", input, personSteps.answer(input)]),
  fc
    .record({ ...followUp, title, key }, { requiredKeys: ["question", "event", "off", "title"] })
    .map((input) => ["publish", input, agentSteps.publish(input as Parameters<typeof agentSteps.publish>[0])]),
  fc
    .record({ ...followUp, key }, { requiredKeys: ["question", "event", "off"] })
    .map((input) => ["complete", input, agentSteps.complete(input as agentSteps.FollowUp)]),
  fc.nat({ max: 60 }).map((input) => ["withdraw", input, agentSteps.withdraw(input)]),
  choice.map((input) => ["extend", input, personSteps.extend(input)]),
  fc
    .record({ question: choice, by: fc.constantFrom("response" as const, "detail" as const) })
    .map((input) => ["read", input, agentSteps.read(input)]),
];

const cut: fc.Arbitrary<Cut> = fc.record({
  after: fc.constantFrom(0, 0, 1, 1, 2, 3),
  times: fc.constantFrom(1, 1, 2, 9),
  moment: fc.constantFrom("before", "during", "reply_lost"),
});

const plain = STEPS.map((step) => step.map(([name, input, run]) => stepCommand(name, input, run)));
const cutShort = STEPS.map((step) =>
  fc.tuple(step, cut).map(([[name, input, run], at]) => cutCommand(name, input, run, at)),
);
const commands: fc.Arbitrary<Command>[] = [
  ...plain,
  ...cutShort,
  // More often than the rest, which has little to do without them.
  ...[1, 2, 2, 2, 3].flatMap((place) => plain[place] ?? []),
  ...cutShort.slice(2, 4),
  fc.record({ question: choice, isOneForm: fc.boolean(), bodies: fc.tuple(body, body) }).map(twoAnswers),
  fc.record({ question: choice, body }).map(answerDuringWait),
  fc.record({ question: choice, hasKey: fc.boolean() }).map(twoFollowUps),
  fc.constantFrom(...INTERACTION_STATES).map(list),
  fc.constantFrom(1, 7, 50, 200, 790).map(pass),
];

test(
  "an interaction is what the model says, whatever happens to it in whatever order",
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 50, size: "max" }), async (run) => {
        const workspace = await app.workspace();
        const model: Model = { questions: [], forms: [], keys: new Map() };
        const real: Real = { app, ...workspace };
        await fc.asyncModelRun(() => ({ model, real }), run);
        for (const question of model.questions) {
          const expected = question.events.map((type, place) => `${place + 1} interaction.${type}`);
          expect(await app.audit(question.id)).toEqual(expected);
          await verifyReceipts(real, question);
        }
      }),
      { numRuns: Number(process.env.SESS_MODEL_RUNS ?? 30), interruptAfterTimeLimit: 240_000 },
    );
  },
);
