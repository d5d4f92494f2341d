import { REVISION_CONTROL } from "@/components/answer/answer-form";
import type { AnswerPageState, Failure, QuestionNotice } from "@/components/answer/view";
import type { PostedForm } from "@/lib/http/answer-page/posted-form";
import type { AnswerResult } from "@/lib/ask/verbs/answer-link";
import type { Extension } from "@/lib/ask/verbs/extend-link";
import type { LinkView } from "@/lib/ask/verbs/link-view";
import { isProtocolError, type Surface } from "@sess.si/protocol";

/** A page with its status; `accepted` goes on to the link itself. */
export interface Shown {
  status: 200 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  state: AnswerPageState;
}

/** The page of a link as it stands, with whatever was typed into it. */
export function pageOf(view: LinkView, form: PostedForm | null, notice: QuestionNotice | null = null): AnswerPageState {
  if (form !== null && !isFormOf(view, form)) return supersededPage(view, form);
  const posted = form?.posted ?? null;
  if (isOpen(view)) return { page: "question", view, notice, posted, unsent: null, issues: [], nonce: view.nonce };
  const unsent = posted && { posted, surface: view.surface };
  return { page: "closed", view, unsent, taken: form !== null && isTaken(view) };
}

/** What became of an answer that was not accepted. */
export function refusedPage(result: Exclude<AnswerResult, { outcome: "accepted" }>, form: PostedForm): Shown {
  const { view } = result;
  const { posted, nonce } = form;
  switch (result.outcome) {
    case "problems": {
      const { issues } = result;
      return { status: 422, state: { page: "question", view, notice: null, posted, unsent: null, issues, nonce } };
    }
    case "confirm": {
      const { actionId, values, changed } = result.answer;
      const press = { kind: "answer", actionId, values, changed } as const;
      // A nonce of its own: this page, too, wants to be seen before it is pressed.
      return { status: 200, state: { page: "confirm", view, press, posted, nonce: view.nonce } };
    }
    case "stale_form":
      return { status: 409, state: pageOf(view, form, "stale") };
    case "superseded":
      return { status: 409, state: supersededPage(view, form) };
    default:
      return { status: 409, state: pageOf(view, form) };
  }
}

/** What became of asking for more time, where the page comes back in the reply itself. */
export function extensionPage({ view, outcome }: Extension, form: PostedForm): Shown {
  switch (outcome) {
    case "extended":
    case "not_extended":
      return { status: 200, state: pageOf(view, form, outcome) };
    case "stale_form":
      return { status: 409, state: pageOf(view, form, "stale_more") };
    case "confirm": {
      if (!isFormOf(view, form)) return { status: 409, state: supersededPage(view, form) };
      const { posted, nonce } = form;
      return { status: 200, state: { page: "confirm", view, press: { kind: "more" }, posted, nonce } };
    }
  }
}

/** The old form does not fit the new question: what was typed is shown, never filled in there. */
function supersededPage(view: LinkView, { posted }: PostedForm): AnswerPageState {
  const unsent = { posted, surface: null };
  if (!isOpen(view)) return { page: "closed", view, unsent, taken: isTaken(view) };
  const { nonce } = view;
  return { page: "question", view, notice: "superseded", posted: null, unsent, issues: [], nonce };
}

/** The same page with an old form's lines under the labels of its own question, where that can be found. */
export async function withLabels(shown: Shown, find: () => Promise<Surface | null>): Promise<Shown> {
  const { state } = shown;
  if (state.page !== "question" && state.page !== "closed") return shown;
  const { unsent } = state;
  if (unsent === null || unsent.surface !== null) return shown;
  return { ...shown, state: { ...state, unsent: { ...unsent, surface: await find() } } };
}

/** Only for what is shown: whether a form may answer is for its nonce to say. */
function isFormOf(view: LinkView, { entries }: PostedForm): boolean {
  const revision = entries.find(([name]) => name === REVISION_CONTROL)?.[1];
  return revision === undefined || revision === String(view.revision);
}

function isOpen({ phase }: LinkView): boolean {
  return phase === "waiting" || phase === "lapsed";
}

function isTaken({ phase, answer }: LinkView): boolean {
  return answer !== null && (phase === "answered" || phase === "completed");
}

const STATUS: Readonly<Record<Failure, Shown["status"]>> = {
  unknown: 404,
  unavailable: 503,
  too_many: 429,
  too_large: 413,
  wrong_type: 415,
  wrong_encoding: 415,
  internal: 500,
};

export function failurePage(failure: Failure, form: PostedForm | null, retryAfter: number | null = null): Shown {
  const again = form === null ? null : form.entries;
  return { status: STATUS[failure], state: { page: "failure", failure, again, retryAfter } };
}

/** An error of a verb as a page; null when nobody expected it. */
export function errorPage(error: unknown, form: PostedForm | null): Shown | null {
  if (!isProtocolError(error)) return null;
  switch (error.code) {
    case "not_found":
      return failurePage("unknown", null);
    case "unavailable":
      return failurePage("unavailable", form, error.retryAfter ?? 1);
    case "rate_limited":
      return failurePage("too_many", form, error.retryAfter ?? 1);
    default:
      return null;
  }
}
