import type { AnswerPageState, AnswerView } from "@/components/answer/view";

/** The page of an open question. */
export function question(view: AnswerView, parts: Partial<Extract<AnswerPageState, { page: "question" }>> = {}) {
  return {
    page: "question",
    view,
    notice: null,
    posted: null,
    unsent: null,
    issues: [],
    nonce: view.nonce,
    ...parts,
  } as const;
}
