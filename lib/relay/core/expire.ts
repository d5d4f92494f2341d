import { completeCommand, withdraw } from "@/lib/relay/core/complete";
import { type Due, nextDue } from "@/lib/relay/core/deadlines";
import { depart } from "@/lib/relay/core/depart";
import { change } from "@/lib/relay/core/draft";
import { endSession, goCold } from "@/lib/relay/core/end";
import { goOffline } from "@/lib/relay/core/presence";
import { timeOutWait } from "@/lib/relay/core/serve";
import { evicted, settle } from "@/lib/relay/core/settle";
import { findCommand } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";
import { shutStream } from "@/lib/relay/core/streams";

/**
 * Lets everything happen that is due, in the order it was due, so that a late timer changes no outcome.
 * `stayHot`: a call is waiting, which would only page the session in again.
 */
export function runDue(step: Step, { stayHot }: { stayHot: boolean }): void {
  const next = (): Due | null => nextDue(step.state, { stayHot });
  for (let due = next(); due !== null && due.at <= step.now; due = next()) {
    if (due.type === "idle" && step.state.persistence !== null) return goCold(step);
    happen(step, due);
    settle(step);
  }
}

function happen(step: Step, { type, id }: Due): void {
  switch (type) {
    case "command":
      return expireCommand(step, id);
    case "wait": {
      const participant = change(step, id);
      return participant && timeOutWait(step, participant);
    }
    case "slow": {
      // It can come back with its cursor.
      const participant = change(step, id);
      return participant && shutStream(step, participant, "too_slow");
    }
    case "offline":
      return goOffline(step, id);
    case "grace":
    case "stale":
      return depart(step, id, { reason: "offline_timeout", waiting: evicted() });
    case "idle":
      return endSession(step, "idle_ttl");
    case "expiry":
      return endSession(step, "persistence_expired");
  }
}

function expireCommand(step: Step, id: string): void {
  const command = findCommand(step.state, id);
  if (!command) return;
  completeCommand(step, command, "ttl_expired");
  withdraw(step, command);
}
