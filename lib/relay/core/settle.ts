import { keepBudget } from "@/lib/relay/core/budget";
import { depart } from "@/lib/relay/core/depart";
import { serve } from "@/lib/relay/core/serve";
import { findParticipant } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";
import { RelayError } from "@sess.si/protocol";

/** Ends a step: everybody gets what can be had, budgets hold, and who let too much pile up is out. */
export function settle(step: Step): void {
  while (step.dirty.size > 0) {
    const touched = [...step.dirty];
    step.dirty.clear();
    for (const id of touched) serve(step, id);
    keepBudget(step);
    for (const id of touched) evictIfFull(step, id);
  }
}

function evictIfFull(step: Step, id: string): void {
  const participant = findParticipant(step.state, id);
  const cap = step.state.rules.limits.max_pending_notifications_per_participant;
  if (!participant || participant.inbox.pending.size <= cap) return;
  depart(step, id, { reason: "offline_timeout", detail: "buffer_full", waiting: evicted() });
}

/** What the wait of an evicted participant gets. */
export function evicted(): RelayError {
  return new RelayError("participant_evicted", "You are no longer in this session.", { reason: "offline_timeout" });
}
