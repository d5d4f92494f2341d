import { acceptAnswer, type AnswerRefusal, refuseAnswer } from "@/lib/ask/core/answer";
import { isHasty, servedForSecondLook } from "@/lib/ask/core/bot-guard";
import { fitForm } from "@/lib/ask/core/fit-form";
import type { AcceptedAnswer } from "@/lib/ask/core/state";
import { type Submission, submissionText } from "@/lib/ask/core/submission";
import type { Loaded } from "@/lib/ask/ports";
import { untilCommitted } from "@/lib/ask/verbs/change";
import { loadLink } from "@/lib/ask/verbs/load";
import { type LinkView, linkView } from "@/lib/ask/verbs/link-view";
import type { Ctx } from "@/lib/context";
import { type AnswerIssue, canonicalJson, type CheckedAnswer } from "@sess.si/protocol";

/** What became of an answer, with the page that says so. */
export type AnswerResult =
  /** Without a view: after the commit nothing may fail, and the page is fetched anew anyway. */
  | { outcome: "accepted"; eventId: string; repeated: boolean }
  /** Sent faster than a person reads: the page asks once more. */
  | { outcome: "confirm"; answer: CheckedAnswer; view: LinkView }
  | { outcome: "problems"; issues: AnswerIssue[]; view: LinkView }
  /** The form was not served here, or under another key: nothing was judged. */
  | { outcome: "stale_form"; view: LinkView }
  | { outcome: AnswerRefusal; view: LinkView };

/**
 * The person's answer: one load, one commit. The first accepted one wins; the same submission again gets its first
 * receipt. What was posted is not looked at before the link is known.
 */
export function answerLink(ctx: Ctx, secret: string, submission: Submission): Promise<AnswerResult> {
  return untilCommitted<AnswerResult>(async () => {
    const loaded = await loadLink(ctx, secret);
    const submissionSha256 = ctx.ask.sha256(submissionText(submission));
    const judged = judge(ctx, loaded, submission, submissionSha256);
    if (judged.outcome === "accepted") return { done: judged };
    if (judged.outcome !== "fits") {
      const servedAt = judged.outcome === "confirm" ? servedForSecondLook(loaded.now) : loaded.now;
      return { done: { ...judged, view: linkView(ctx, loaded, servedAt) } };
    }
    const answer = await signed(ctx, loaded, judged.answer, submissionSha256);
    const decision = acceptAnswer(loaded.state, answer, answerText(answer));
    const actor = { kind: "person" } as const;
    const outcome = await ctx.ask.store.commit({ state: loaded.state, decision, actor, idempotency: null });
    if (outcome.outcome !== "committed") return "stale";
    return { done: { outcome: "accepted", eventId: answer.eventId, repeated: false } };
  });
}

type Fitting = Pick<AcceptedAnswer, "actionId" | "values" | "changed">;

type WithoutView<T> = T extends unknown ? Omit<T, "view"> : never;

type Judged = { outcome: "fits"; answer: Fitting } | WithoutView<AnswerResult>;

function judge(ctx: Ctx, { state, now, answers }: Loaded, submission: Submission, submissionSha256: string): Judged {
  const earlier = answers.find((answer) => answer.submissionSha256 === submissionSha256);
  if (earlier !== undefined) return { outcome: "accepted", eventId: earlier.eventId, repeated: true };
  const form = ctx.ask.links.readNonce(submission.nonce);
  const isOurs = form !== null && form.interactionId === state.id && form.revision <= state.revision;
  const refusal = refuseAnswer(state, isOurs ? form.revision : state.revision, now);
  if (refusal !== null) return { outcome: refusal };
  if (!isOurs) return { outcome: "stale_form" };
  const checked = fitForm(state.surface, submission);
  if (!checked.ok) return { outcome: "problems", issues: checked.issues };
  return { outcome: isHasty(form.servedAt, now) ? "confirm" : "fits", answer: checked.answer };
}

async function signed(ctx: Ctx, loaded: Loaded, fitting: Fitting, submissionSha256: string): Promise<AcceptedAnswer> {
  const { state, now } = loaded;
  const eventId = ctx.ask.ids.event();
  const answerSha256 = ctx.ask.sha256(answerText(fitting));
  const receipt = await ctx.ask.receipts.sign({
    eventId,
    interactionId: state.id,
    workspaceId: state.workspaceId,
    revision: state.revision,
    actionId: fitting.actionId,
    surfaceSha256: state.surfaceSha256,
    answerSha256,
    changed: fitting.changed,
    issuedAt: now,
  });
  return { ...fitting, revision: state.revision, eventId, submittedAt: now, receipt, submissionSha256, answerSha256 };
}

/** What the receipt's digest is made of. */
function answerText({ actionId, values }: Fitting): string {
  return canonicalJson({ actionId, values });
}
