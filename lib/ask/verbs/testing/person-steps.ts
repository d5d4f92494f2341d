import { answerLink, type AnswerResult } from "@/lib/ask/verbs/answer-link";
import { extendLink } from "@/lib/ask/verbs/extend-link";
import { currentAnswer, extended, type Form, mayExtend, phase, type Question } from "@/lib/ask/verbs/testing/model";
import { pick, type Real, type Step } from "@/lib/ask/verbs/testing/step";
import { viewLink } from "@/lib/ask/verbs/view-link";
import { expect } from "vitest";

const BODIES = {
  two: { actionId: "book", fields: { seats: ["2"], wish: ["a\nb"] } },
  /** The same as a browser posts it. */
  two_crlf: { actionId: "book", fields: { wish: ["a\r\nb"], seats: ["2"] } },
  three: { actionId: "book", fields: { seats: ["3"], wish: ["window"] } },
  reject: { actionId: "drop", fields: { seats: ["what"], wish: [""] } },
  unfit: { actionId: "book", fields: { seats: ["what"], wish: ["window"] } },
  unknown: { actionId: "pay", fields: { seats: ["2"], wish: ["window"] } },
};

export type Body = keyof typeof BODIES;
export const BODY_NAMES = Object.keys(BODIES) as Body[];

/** A person opens the link, and has read it by the time the form is used. */
export function openForm(choice: number): Step {
  return (model, real) => {
    const question = pick(model.questions, choice);
    if (question === undefined) return null;
    return {
      question,
      call: () => viewLink(real.visitor, question.secret),
      expected: { value: { revision: question.revision } },
      again: { value: { revision: question.revision } },
      apply: () => void model.forms.push(formOf(real, question, -5000)),
    };
  };
}

/** Served so many ms from now. */
export function formOf({ app }: Real, question: Question, ms: number): Form {
  const { id: interactionId, revision, deadline } = question;
  const nonce = app.ask.links.mintNonce({ interactionId, revision, deadline, servedAt: Date.now() + ms });
  return { question, revision, nonce };
}

export function answer(input: { form: number; body: Body; isHasty: boolean }): Step {
  return (model, real, now) => {
    const known = pick(model.forms, input.form);
    if (known === undefined) return null;
    const form = input.isHasty ? formOf(real, known.question, 3_600_000) : known;
    return answerForm(real, form, input.body, now, input.isHasty);
  };
}

export function answerForm(real: Real, form: Form, body: Body, now: number, isHasty = false) {
  const { question } = form;
  const submission = `${form.nonce} ${body.replace("_crlf", "")}`;
  const expected = expectedAnswer(form, body, submission, now, isHasty);
  const isNew = expected.outcome === "accepted" && expected.eventId === undefined;
  return {
    question,
    call: () => answerLink(real.visitor, question.secret, { nonce: form.nonce, ...BODIES[body] }),
    expected: { value: isNew ? { outcome: "accepted" } : expected },
    again: { value: isNew ? { outcome: "accepted" } : expected },
    apply(value: unknown) {
      const result = value as AnswerResult;
      if (!isNew || result.outcome !== "accepted") return;
      question.answers.push({ revision: question.revision, submission, eventId: result.eventId });
      question.events.push("answered");
    },
  };
}

function expectedAnswer(form: Form, body: Body, submission: string, now: number, isHasty: boolean) {
  const { question } = form;
  const earlier = question.answers.find((one) => one.submission === submission);
  if (earlier) return { outcome: "accepted", repeated: true, eventId: earlier.eventId };
  const is = phase(question, now);
  if (is === "expired" || is === "withdrawn" || is === "completed") return { outcome: is };
  if (form.revision < question.revision) return { outcome: "superseded" };
  if (is === "answered") return { outcome: "already_answered", view: { answer: shown(question) } };
  if (is === "lapsed") return { outcome: "lapsed" };
  if (body === "unfit") return { outcome: "problems", issues: [{ field: "seats" }] };
  if (body === "unknown") return { outcome: "problems", issues: [{ field: "" }] };
  return { outcome: isHasty ? "confirm" : "accepted" };
}

function shown(question: Question): object {
  return { eventId: currentAnswer(question)?.eventId };
}

export function extend(input: { question: number; isHasty: boolean }): Step {
  return (model, real, now) => {
    const question = pick(model.questions, input.question);
    if (question === undefined) return null;
    const { nonce } = formOf(real, question, input.isHasty ? 3_600_000 : -5000);
    const isOpen = mayExtend(question, now);
    const isPossible = isOpen && !input.isHasty;
    const outcome = isPossible ? "extended" : isOpen ? "confirm" : "not_extended";
    return {
      question,
      call: () => extendLink(real.visitor, question.secret, { nonce }),
      expected: { value: { outcome } },
      again: { value: { outcome } },
      apply(value) {
        if (!isPossible) return;
        const { deadline } = (value as { view: { deadline: number } }).view;
        expect(Math.abs(deadline - extended(question, now))).toBeLessThan(30_000);
        question.deadline = deadline;
        question.events.push("extended");
      },
    };
  };
}
