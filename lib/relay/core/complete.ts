import { AUDIENCE } from "@/lib/relay/core/audience";
import type { Command } from "@/lib/relay/core/command";
import { change } from "@/lib/relay/core/draft";
import { emit } from "@/lib/relay/core/emit";
import { discardItems } from "@/lib/relay/core/settle-items";
import type { Step } from "@/lib/relay/core/step";
import type { CompletedReason } from "@sess.si/protocol";

/** Closes a command when nobody can answer it any more. */
export function completeIfSettled(step: Step, command: Command): void {
  const { answers, gone, recipients } = command;
  if (!command.open || answers.length + gone.length < recipients.length) return;
  completeCommand(step, command, gone.length > 0 ? "recipients_gone" : "all_responded");
}

/** The one terminal event of a command; those who still work on it are told to stop. */
export function completeCommand(step: Step, command: Command, reason: CompletedReason): void {
  const { id, senderId, answers, gone, recipients } = command;
  const payload = JSON.stringify({
    command_id: id,
    received_count: answers.length,
    expected_count: recipients.length,
    reason,
    ...(reason === "sender_gone" && { orphaned_results: answers.map(({ participantId }) => participantId) }),
    ...(reason === "recipients_gone" && { missing: gone }),
  });
  const closed = { type: "completed", senderId, commandId: id } as const;
  emit(step, "command.completed", { payload, about: { command }, change: closed });
  if (reason === "ttl_expired" || reason === "sender_gone") cancel(step, command, reason);
}

function cancel(step: Step, command: Command, reason: "ttl_expired" | "sender_gone"): void {
  const about = { command };
  if (AUDIENCE["command.cancelled"](step.state, about).length === 0) return;
  emit(step, "command.cancelled", { payload: JSON.stringify({ command_id: command.id, reason }), about });
}

/** A closed command is not handed out any more, neither for the first time nor again. */
export function withdraw(step: Step, command: Command): void {
  command.recipients.forEach((id, index) => {
    const participant = change(step, id);
    const seq = command.inboxSeqs[index];
    if (!participant || seq === undefined) return;
    const isFirst = participant.inbox.pending.has(seq);
    discardItems(step, participant, [seq]);
    if (isFirst && step.state.firehoses.size > 0)
      step.effects.push({ type: "delivery", ref: { command_id: command.id }, participantId: id, state: "expired" });
  });
}
