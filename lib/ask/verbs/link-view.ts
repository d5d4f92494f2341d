import { canExtend, deadlineOf, horizonOf, phaseOf } from "@/lib/ask/core/phase";
import type { Phase } from "@/lib/ask/core/state";
import type { Loaded } from "@/lib/ask/ports";
import type { Ctx } from "@/lib/context";
import type { AnswerValue, Surface } from "@sess.si/protocol";

export type { Phase };

/** Everything the person's page shows. Times are ms by the database's clock, of which `now` is the reading. */
export interface LinkView {
  phase: Phase;
  workspaceName: string;
  agentName: string;
  revision: number;
  surface: Surface;
  /** When answers stop being taken, extensions included. */
  deadline: number;
  extendedUntil: number | null;
  /** When the link closes for good. */
  horizon: number;
  canExtend: boolean;
  now: number;
  /** Names this form: a POST must bring it back. */
  nonce: string;
  version: number;
  answer: {
    eventId: string;
    actionId: string;
    values: Record<string, AnswerValue>;
    changed: string[];
    submittedAt: number;
    receipt: string;
  } | null;
  pickedUpAt: number | null;
  completedAt: number | null;
  withdrawnAt: number | null;
  earlier: { revision: number; title: string; actionLabel: string; submittedAt: number }[];
}

/** What the page of a link shows of it, with the nonce of a new form whose age is counted from `servedAt` (ms). */
export function linkView(ctx: Ctx, loaded: Loaded, servedAt = loaded.now): LinkView {
  const { state, now, workspaceName, agentName } = loaded;
  const form = { interactionId: state.id, revision: state.revision, servedAt, deadline: deadlineOf(state) };
  return {
    phase: phaseOf(state, now),
    workspaceName,
    agentName,
    revision: state.revision,
    surface: state.surface,
    deadline: deadlineOf(state),
    extendedUntil: state.extendedUntil,
    horizon: horizonOf(state),
    canExtend: canExtend(state, now),
    now,
    nonce: ctx.ask.links.mintNonce(form),
    version: state.version,
    answer: shownAnswer(state.answer),
    pickedUpAt: state.pickedUpAt,
    completedAt: state.completedAt,
    withdrawnAt: state.withdrawnAt,
    earlier: loaded.earlier.map(({ revision, title, actionLabel, submittedAt }) => ({
      revision,
      title,
      actionLabel,
      submittedAt,
    })),
  };
}

function shownAnswer(answer: Loaded["state"]["answer"]): LinkView["answer"] {
  if (answer === null) return null;
  const { eventId, actionId, values, changed, submittedAt, receipt } = answer;
  return { eventId, actionId, values, changed, submittedAt, receipt };
}
