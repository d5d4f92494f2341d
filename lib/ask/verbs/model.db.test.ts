import * as agentSteps from "@/lib/ask/verbs/testing/agent-steps";
import type { Cut } from "@/lib/ask/verbs/testing/faulty-sql";
import type { Model } from "@/lib/ask/verbs/testing/model";
import * as personSteps from "@/lib/ask/verbs/testing/person-steps";
import { openPostgresApp, type PostgresApp } from "@/lib/ask/verbs/testing/postgres-app";
import {
  answerDuringWait,
  list,
  pass,
  passBeyond,
  twoAnswers,
  twoFollowUps,
} from "@/lib/ask/verbs/testing/race-commands";
import type { Real, Step } from "@/lib/ask/verbs/testing/step";
import { type Command, cutCommand, stepCommand } from "@/lib/ask/verbs/testing/step-command";
import { verifyReceipts } from "@/lib/ask/verbs/testing/verify-receipts";
import { INTERACTION_STATES } from "@sess.si/protocol";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

let app: PostgresApp;
beforeAll(async () => {
  app = await openPostgresApp();
});
afterAll(() => app.close());

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
  fc
    .record({ question: choice, isHasty: fc.constantFrom(false, false, false, true) })
    .map((input) => ["extend", input, personSteps.extend(input)]),
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
  ...[1, 2, 2, 2, 3, 6].flatMap((place) => plain[place] ?? []),
  ...cutShort.slice(2, 4),
  fc.record({ question: choice, isOneForm: fc.boolean(), bodies: fc.tuple(body, body) }).map(twoAnswers),
  fc.record({ question: choice, body }).map(answerDuringWait),
  fc.record({ question: choice, hasKey: fc.boolean() }).map(twoFollowUps),
  fc.constantFrom(...INTERACTION_STATES).map(list),
  fc.constantFrom(1, 7, 50, 200, 790).map(pass),
  fc.record({ question: choice, edge: fc.constant("deadline" as const) }).map(passBeyond),
  fc.record({ question: choice, edge: fc.constantFrom("deadline" as const, "horizon" as const) }).map(passBeyond),
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
