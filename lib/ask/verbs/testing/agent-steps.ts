import { completeInteraction } from "@/lib/ask/verbs/complete-interaction";
import { createInteraction } from "@/lib/ask/verbs/create-interaction";
import { getInteraction } from "@/lib/ask/verbs/get-interaction";
import { publishRevision } from "@/lib/ask/verbs/publish-revision";
import { readResponse } from "@/lib/ask/verbs/read-response";
import { currentAnswer, keyInUse, type Model, newQuestion, phase, wireState } from "@/lib/ask/verbs/testing/model";
import type { Question } from "@/lib/ask/verbs/testing/model";
import { interaction } from "@/lib/ask/verbs/testing/questions";
import { type Expected, pick, type Planned, type Step } from "@/lib/ask/verbs/testing/step";
import { withdrawInteraction } from "@/lib/ask/verbs/withdraw-interaction";
import type { CreatedInteraction } from "@sess.si/protocol";
import { expect } from "vitest";

const iso = (ms: number) => new Date(ms).toISOString();

export function create(input: { title: string; lifetime: number; key?: string }): Step {
  return (model, { agent, app }, now) => {
    const { title, lifetime, key } = input;
    const body = { interaction: { ...interaction, title }, expires_in: lifetime / 1000 };
    const made: { question: Question | null } = { question: null };
    const reply = () => made.question && createdReply(made.question, app.ask.linkOrigin);
    return keyed(
      model,
      { key, request: JSON.stringify(["create", body]), reply, now },
      {
        call: () => createInteraction(agent, { body, ...(key === undefined ? {} : { idempotencyKey: key }) }),
        expected: { value: { interaction: { revision: 1, state: "waiting" } } },
        ...(key === undefined ? {} : { again: { value: { interaction: { revision: 1, state: "waiting" } } } }),
        apply(value) {
          const { id, humanUrl, expiresAt } = (value as CreatedInteraction).interaction;
          const created = Date.parse(expiresAt) - lifetime;
          expect(Math.abs(created - now)).toBeLessThan(30_000);
          made.question = newQuestion({ id, humanUrl, title, lifetime, now: created });
          model.questions.push(made.question);
        },
      },
    );
  };
}

function createdReply({ id, secret, created, lifetime }: Question, origin: string): object {
  const interactionReply = { id, humanUrl: `${origin}/a/${secret}`, expiresAt: iso(created + lifetime) };
  return { interaction: { ...interactionReply, revision: 1, state: "waiting" } };
}

export interface FollowUp {
  question: number;
  /** Which answer is named: that of the current revision, the first of all, or none that there is. */
  event: "current" | "first" | "made_up";
  /** Added to the revision that is expected. */
  off: -1 | 0 | 1;
  key?: string;
}

export function publish(input: FollowUp & { title: string }): Step {
  return (model, { agent }, now) => {
    const target = follow(model, input);
    if (target === null) return null;
    const { question, revision, eventId } = target;
    const body = { response_event_id: eventId, interaction: { ...interaction, title: input.title } };
    const next = { id: question.id, revision: revision + 1, state: "waiting" };
    const reply = () => ({ interaction: { ...next, expiresAt: iso(question.created + question.lifetime) } });
    const isClosed = phase(question, now) !== "answered";
    const refused = refusal(question, target, isClosed) ?? (now >= question.horizon ? "invalid_state" : null);
    const request = JSON.stringify(["publish", question.id, revision, body]);
    return keyed(
      model,
      { key: input.key, request, reply, now },
      {
        question,
        call: () => publishRevision(agent, question.id, { body, ...conditions(revision, input.key) }),
        expected: refused === null ? { value: reply() } : { refused },
        ...(input.key === undefined || refused !== null ? {} : { again: { value: reply() } }),
        apply() {
          Object.assign(question, { revision: revision + 1, title: input.title, isPickedUp: false });
          question.events.push("published");
        },
      },
    );
  };
}

export function complete(input: FollowUp): Step {
  return (model, { agent }, now) => {
    const target = follow(model, input);
    if (target === null) return null;
    const { question, revision, eventId } = target;
    const body = { response_event_id: eventId };
    const reply = () => ({ interaction: { id: question.id, revision, state: "completed" } });
    const isClosed = !["answered", "completed"].includes(phase(question, now));
    const refused = refusal(question, target, isClosed);
    const request = JSON.stringify(["complete", question.id, revision, body]);
    const isDone = question.isCompleted;
    return keyed(
      model,
      { key: isDone ? undefined : input.key, lookUp: input.key, request, reply, now },
      {
        question,
        call: () => completeInteraction(agent, question.id, { body, ...conditions(revision, input.key) }),
        expected: refused === null ? { value: reply() } : { refused },
        ...(refused === null ? { again: { value: reply() } } : {}),
        apply() {
          if (isDone) return;
          question.isCompleted = true;
          question.events.push("completed");
        },
      },
    );
  };
}

/** A choice beyond the first few questions does nothing: what is withdrawn has no life left to test. */
export function withdraw(choice: number): Step {
  return (model, { agent }, now) => {
    const question = choice < 10 ? pick(model.questions, choice) : undefined;
    if (question === undefined) return null;
    const value = { interaction: { id: question.id, revision: question.revision, state: "withdrawn" } };
    const isOpen = ["waiting", "lapsed", "withdrawn"].includes(phase(question, now));
    return {
      question,
      call: () => withdrawInteraction(agent, question.id, {}),
      expected: isOpen ? { value } : { refused: "invalid_state" },
      ...(isOpen ? { again: { value } } : {}),
      apply() {
        if (!question.isWithdrawn) question.events.push("withdrawn");
        question.isWithdrawn = true;
      },
    };
  };
}

export function read(input: { question: number; by: "response" | "detail" }): Step {
  return (model, { agent }, now) => {
    const question = pick(model.questions, input.question);
    if (question === undefined) return null;
    const { id, revision, answers } = question;
    const answer = currentAnswer(question);
    const state = wireState(question, now);
    const response = answer === undefined ? {} : { response: { revision, eventId: answer.eventId } };
    const detail = { title: question.title };
    const expected =
      input.by === "response"
        ? { value: { interaction: { id, revision, state, ...response } } }
        : { value: { interaction: { id, revision, state, surface: detail, answers: answers.map(shownAnswer) } } };
    return {
      question,
      call: () => (input.by === "response" ? readResponse(agent, id, { wait_ms: "0" }) : getInteraction(agent, id)),
      expected,
      again: expected,
      apply(value) {
        if (answer === undefined) expect(value).not.toHaveProperty("interaction.response");
        if (answer !== undefined && !question.isPickedUp) question.events.push("picked_up");
        question.isPickedUp = answer !== undefined;
      },
    };
  };
}

function shownAnswer({ revision, eventId }: Question["answers"][number]): object {
  return { revision, eventId };
}

function follow(model: Model, input: FollowUp) {
  const question = pick(model.questions, input.question);
  if (question === undefined || question.revision + input.off < 1) return null;
  const named = input.event === "current" ? currentAnswer(question) : question.answers[0];
  const eventId = input.event === "made_up" ? undefined : named?.eventId;
  return { question, revision: question.revision + input.off, eventId: eventId ?? "evt_nobody0000" };
}

function refusal(question: Question, target: { revision: number; eventId: string }, isClosed: boolean): string | null {
  if (target.revision !== question.revision) return "revision_mismatch";
  if (isClosed) return "invalid_state";
  return currentAnswer(question)?.eventId === target.eventId ? null : "response_mismatch";
}

function conditions(revision: number, key: string | undefined) {
  return { ifMatch: `"${revision}"`, ...(key === undefined ? {} : { idempotencyKey: key }) };
}

interface Keyed {
  /** Remembered with the change. */
  key: string | undefined;
  /** Looked up before it; the same unless told. */
  lookUp?: string | undefined;
  request: string;
  reply: () => object | null;
  now: number;
}

/** What a key does to a call: the first reply again, a refusal of another request, or the call itself. */
function keyed(model: Model, { key, lookUp = key, request, reply, now }: Keyed, fresh: Planned): Planned {
  const use = keyInUse(model, lookUp, now);
  if (use !== undefined) {
    const isSame = use.request === request;
    const expected: Expected = isSame ? { value: use.reply() } : { refused: "idempotency_mismatch" };
    return { call: fresh.call, expected, ...(isSame ? { again: expected } : {}) };
  }
  return {
    ...fresh,
    apply(value) {
      fresh.apply?.(value);
      if (key !== undefined) model.keys.set(key, { request, reply: () => reply() ?? {}, used: now });
    },
  };
}
