import { addCommand, closeCommand, type Command, deadlineKey, NOTHING_SENT, type Sent } from "@/lib/relay/core/command";
import type { Change } from "@/lib/relay/core/event";
import { SortedMap } from "@/lib/relay/core/sorted-map";
import { findParticipant, type RelaySession } from "@/lib/relay/core/state";
import type { LeftReason } from "@sess.si/protocol";

const MAX_ROTATIONS = 1000;

export function applySent(session: RelaySession, { command, rotation }: Change & { type: "sent" }): RelaySession {
  const { id, senderId, expiresAt } = command;
  const max = session.rules.limits.max_remembered_commands;
  const sent = session.sent.set(senderId, addCommand(session.sent.get(senderId) ?? NOTHING_SENT, command, max));
  const deadlines = session.deadlines.set(deadlineKey(command), { senderId, id, expiresAt });
  return { ...session, sent, deadlines, rotation: rotate(session.rotation, rotation) };
}

function rotate(rotations: RelaySession["rotation"], picked: { key: string; no: number } | null) {
  if (picked === null) return rotations;
  const kept =
    rotations.size < MAX_ROTATIONS || rotations.has(picked.key) ? rotations : SortedMap.empty<string, number>();
  return kept.set(picked.key, picked.no);
}

export function applyAnswered(session: RelaySession, change: Change & { type: "answered" }): RelaySession {
  return changeCommand(session, change, (command) => ({ ...command, answers: [...command.answers, change.answer] }));
}

export function applyCompleted(session: RelaySession, change: Change & { type: "completed" }): RelaySession {
  const sent = session.sent.get(change.senderId);
  const command = sent?.byId.get(change.commandId);
  if (!sent || !command?.open) return session;
  const closed = session.sent.set(change.senderId, closeCommand(sent, command));
  const deadlines = session.deadlines.delete(deadlineKey(command));
  return dropSilentSender({ ...session, sent: closed, deadlines }, change.senderId);
}

/** Notes on every open command that waits for a leaver that it will get no answer from it. */
export function applyGone(session: RelaySession, participantId: string, reason: LeftReason): RelaySession {
  let state = session;
  for (const command of openCommandsFor(session, participantId))
    state = changeCommand(state, { senderId: command.senderId, commandId: command.id }, (one) => ({
      ...one,
      gone: [...one.gone, { participant_id: participantId, reason }],
    }));
  return state;
}

/** Forgets the commands of a sender that has left, once the last is closed. */
export function dropSilentSender(session: RelaySession, senderId: string): RelaySession {
  if (findParticipant(session, senderId) || (session.sent.get(senderId)?.open.size ?? 0) > 0) return session;
  return { ...session, sent: session.sent.delete(senderId) };
}

/** Open commands that this recipient has neither answered nor left. */
export function openCommandsFor(session: RelaySession, participantId: string): Command[] {
  return [...session.sent.values()].flatMap((sent) => openCommands(sent).filter((one) => owes(one, participantId)));
}

export function openCommands(sent: Sent): Command[] {
  return [...sent.open.values()].flatMap((id) => sent.byId.get(id) ?? []);
}

function owes({ recipients, answers, gone }: Command, participantId: string): boolean {
  if (!recipients.includes(participantId)) return false;
  if (answers.some((answer) => answer.participantId === participantId)) return false;
  return !gone.some((one) => one.participant_id === participantId);
}

function changeCommand(
  session: RelaySession,
  { senderId, commandId }: { senderId: string; commandId: string },
  change: (command: Command) => Command,
): RelaySession {
  const sent = session.sent.get(senderId);
  const command = sent?.byId.get(commandId);
  if (!sent || !command) return session;
  const changed = { ...sent, byId: sent.byId.set(commandId, change(command)) };
  return { ...session, sent: session.sent.set(senderId, changed) };
}
