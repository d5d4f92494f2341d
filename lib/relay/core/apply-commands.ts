import {
  addCommand,
  closeCommand,
  type Command,
  deadlineKey,
  NOTHING_SENT,
  type Sent,
  withFate,
} from "@/lib/relay/core/command";
import type { Draft } from "@/lib/relay/core/draft";
import type { Change } from "@/lib/relay/core/event";
import { SortedMap } from "@/lib/relay/core/sorted-map";
import { findParticipant, type RelaySession } from "@/lib/relay/core/state";
import type { LeftReason } from "@sess.si/protocol";

const MAX_ROTATIONS = 1000;

export function applySent({ state }: Draft, { command, rotation }: Change & { type: "sent" }): void {
  const { id, senderId, expiresAt } = command;
  const max = state.rules.limits.max_remembered_commands;
  state.sent = state.sent.set(senderId, addCommand(state.sent.get(senderId) ?? NOTHING_SENT, command, max));
  state.deadlines = state.deadlines.set(deadlineKey(command), { senderId, id, expiresAt });
  if (rotation !== null) state.rotation = rotate(state.rotation, rotation);
}

function rotate(rotations: RelaySession["rotation"], picked: { key: string; no: number }): RelaySession["rotation"] {
  const isRoom = rotations.size < MAX_ROTATIONS || rotations.has(picked.key);
  return (isRoom ? rotations : SortedMap.empty<string, number>()).set(picked.key, picked.no);
}

export function applyAnswered(draft: Draft, change: Change & { type: "answered" }): void {
  changeCommand(draft, change, (command) => withFate(command, { answers: [...command.answers, change.answer] }));
}

export function applyCompleted(draft: Draft, { senderId, commandId }: Change & { type: "completed" }): void {
  const { state } = draft;
  const sent = state.sent.get(senderId);
  const command = sent?.byId.get(commandId);
  if (!sent || !command?.open) return;
  state.sent = state.sent.set(senderId, closeCommand(sent, command));
  state.deadlines = state.deadlines.delete(deadlineKey(command));
  dropSilentSender(draft, senderId);
}

/** Notes on every open command that waits for a leaver that it will get no answer from it. */
export function applyGone(draft: Draft, participantId: string, reason: LeftReason): void {
  for (const { senderId, id: commandId } of openCommandsFor(draft.state, participantId))
    changeCommand(draft, { senderId, commandId }, (one) =>
      withFate(one, { gone: [...one.gone, { participant_id: participantId, reason }] }),
    );
}

/** Forgets the commands of a sender that has left, once the last is closed. */
export function dropSilentSender({ state }: Draft, senderId: string): void {
  if (findParticipant(state, senderId) || (state.sent.get(senderId)?.open.size ?? 0) > 0) return;
  state.sent = state.sent.delete(senderId);
}

/** Open commands that this recipient has neither answered nor left. */
export function openCommandsFor({ sent }: Pick<RelaySession, "sent">, participantId: string): Command[] {
  return [...sent.values()].flatMap((one) => openCommands(one).filter((command) => owes(command, participantId)));
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
  { state }: Draft,
  { senderId, commandId }: { senderId: string; commandId: string },
  change: (command: Command) => Command,
): void {
  const sent = state.sent.get(senderId);
  const command = sent?.byId.get(commandId);
  if (!sent || !command) return;
  const { byId, order, open } = sent;
  state.sent = state.sent.set(senderId, { byId: byId.set(commandId, change(command)), order, open });
}
