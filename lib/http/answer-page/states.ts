import type { AnswerPageState, Failure, QuestionNotice } from "@/components/answer/view";
import type { PostedForm } from "@/lib/http/answer-page/posted-form";
import type { AnswerResult } from "@/lib/ask/verbs/answer-link";
import type { LinkView } from "@/lib/ask/verbs/link-view";
import { isProtocolError } from "@sess.si/protocol";

/** A page with its status; `accepted` goes on to the link itself. */
export interface Shown {
  status: 200 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  state: AnswerPageState;
}

/** The page of a link as it stands, with whatever was typed into it. */
export function pageOf(view: LinkView, form: PostedForm | null, notice: QuestionNotice | null = null): AnswerPageState {
  const posted = form?.posted ?? null;
  if (view.phase === "waiting" || view.phase === "lapsed") {
    return { page: "question", view, notice, posted, lost: null, issues: [], nonce: view.nonce };
  }
  return { page: "closed", view, posted, taken: false };
}

/** What became of an answer that was not accepted. */
export function refusedPage(result: Exclude<AnswerResult, { outcome: "accepted" }>, form: PostedForm): Shown {
  const { view } = result;
  const { posted, nonce } = form;
  const question = { page: "question", view, notice: null, posted, lost: null, issues: [], nonce } as const;
  switch (result.outcome) {
    case "problems":
      return { status: 422, state: { ...question, issues: result.issues } };
    case "confirm":
      return { status: 200, state: { page: "confirm", view, actionId: actionOf(form), posted, nonce } };
    case "stale_form":
      return { status: 409, state: { ...question, notice: "stale", nonce: view.nonce } };
    case "superseded":
      return { status: 409, state: supersededPage(view, form) };
    case "lapsed":
      return { status: 409, state: { ...question, nonce: view.nonce } };
    case "already_answered":
    case "completed":
      return { status: 409, state: { page: "closed", view, posted, taken: true } };
    case "expired":
    case "withdrawn":
      return { status: 409, state: { page: "closed", view, posted, taken: false } };
  }
}

/** The old form does not fit the new question: what was typed is shown, never filled in there. */
function supersededPage(view: LinkView, { posted }: PostedForm): AnswerPageState {
  const state = pageOf(view, null, "superseded");
  return state.page === "question" ? { ...state, lost: posted } : { page: "closed", view, posted, taken: true };
}

function actionOf({ press }: PostedForm): string {
  return press.kind === "answer" ? press.actionId : "";
}

const STATUS: Readonly<Record<Failure, Shown["status"]>> = {
  unknown: 404,
  unavailable: 503,
  too_many: 429,
  too_large: 413,
  wrong_type: 415,
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
