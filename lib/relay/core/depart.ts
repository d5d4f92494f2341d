import { openCommands, openCommandsFor } from "@/lib/relay/core/apply-commands";
import { releasePayload } from "@/lib/relay/core/buffer";
import { completeCommand, completeIfSettled, withdraw } from "@/lib/relay/core/complete";
import type { NotePayload } from "@/lib/relay/core/credential";
import { change, type DraftParticipant } from "@/lib/relay/core/draft";
import { emit } from "@/lib/relay/core/emit";
import { allItems } from "@/lib/relay/core/inbox";
import { unnumbered } from "@/lib/relay/core/hand-out";
import { endWait } from "@/lib/relay/core/serve";
import { findCommand } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";
import type { LeftReason, RelayCloseReason, RelayError } from "@sess.si/protocol";

export interface Departure {
  reason: LeftReason;
  detail?: "buffer_full";
  feedback?: unknown;
  /** The halt that a removed participant is told by every later call. */
  note?: NotePayload;
  /** What ends its wait: an error, or, for one that leaves by itself, the news of that. */
  waiting: RelayError | "own_leaving";
}

const CLOSES: Record<LeftReason, RelayCloseReason> = {
  left: "ended",
  offline_timeout: "permission_denied",
  removed: "removed",
};

/** Takes a participant out of the session, and settles what it owed and what it was owed. */
export function depart(step: Step, id: string, departure: Departure): void {
  const leaver = change(step, id);
  if (!leaver) return;
  const owed = openCommandsFor(step.state, id);
  const payload = leftPayload(id, departure);
  endListening(step, leaver, departure, payload);
  freePayloads(step, leaver);
  const { reason, note = null } = departure;
  const left = { type: "left", participantId: id, reason, note } as const;
  emit(step, "participant.left", { payload, about: { subject: id }, change: left, actor: id });

  const sent = step.state.sent.get(id);
  for (const command of sent ? openCommands(sent) : []) {
    completeCommand(step, command, "sender_gone");
    withdraw(step, command);
  }
  for (const command of owed) {
    const current = findCommand(step.state, command.id);
    if (current) completeIfSettled(step, current);
  }
}

function leftPayload(id: string, { reason, detail, feedback }: Departure): string {
  return JSON.stringify({
    participant_id: id,
    reason,
    ...(detail !== undefined && { detail }),
    ...(feedback !== undefined && { feedback }),
  });
}

function endListening(step: Step, leaver: DraftParticipant, departure: Departure, payload: string): void {
  const { waiting } = departure;
  const { stream } = leaver.presence;
  endWait(step, leaver, waiting === "own_leaving" ? unnumbered("participant.left", payload) : waiting);
  if (stream) step.effects.push({ type: "close_stream", streamId: stream.id, reason: CLOSES[departure.reason] });
}

function freePayloads(step: Step, { inbox }: DraftParticipant): void {
  for (const { eventSeq } of allItems(inbox)) releasePayload(step, eventSeq);
}
