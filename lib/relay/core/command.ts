import { SortedMap } from "@/lib/relay/core/sorted-map";
import type { DispatchMode, LeftReason, Skipped } from "@sess.si/protocol";

/** A command, from its dispatch until its id is forgotten. */
export interface Command {
  readonly id: string;
  /** The session's number of its event. */
  readonly seq: number;
  readonly senderId: string;
  readonly mode: DispatchMode;
  readonly recipients: readonly string[];
  /** The inbox seq of the command for each recipient. */
  readonly inboxSeqs: readonly number[];
  readonly skipped: readonly Skipped[];
  readonly sentAt: number;
  readonly expiresAt: number;
  /** Of the body, for a repeat with the same id. */
  readonly fingerprint: string;
  readonly open: boolean;
  readonly answers: readonly Answer[];
  /** Recipients that left before they answered. */
  readonly gone: readonly { participant_id: string; reason: LeftReason }[];
}

export interface Answer {
  readonly participantId: string;
  readonly fingerprint: string;
}

/** The commands of one sender. */
export interface Sent {
  readonly byId: SortedMap<string, Command>;
  /** Ids in the order of sending. */
  readonly order: SortedMap<number, string>;
  readonly open: SortedMap<number, string>;
}

export const NOTHING_SENT: Sent = { byId: SortedMap.empty(), order: SortedMap.empty(), open: SortedMap.empty() };

/** Adds a command and forgets the oldest closed one beyond `max`. */
export function addCommand(sent: Sent, command: Command, max: number): Sent {
  const byId = sent.byId.set(command.id, command);
  const order = sent.order.set(command.seq, command.id);
  const open = sent.open.set(command.seq, command.id);
  return byId.size > max ? forgetOldest({ byId, order, open }) : { byId, order, open };
}

function forgetOldest(sent: Sent): Sent {
  for (const { key: seq, value: id } of sent.order)
    if (!sent.open.has(seq)) return { ...sent, byId: sent.byId.delete(id), order: sent.order.delete(seq) };
  return sent;
}

export function closeCommand(sent: Sent, command: Command): Sent {
  const { byId, order, open } = sent;
  return { byId: byId.set(command.id, withFate(command, { open: false })), order, open: open.delete(command.seq) };
}

/** What becomes of a command while the rest of it stays. */
export function withFate(
  from: Command,
  { open = from.open, answers = from.answers, gone = from.gone }: Partial<Pick<Command, "open" | "answers" | "gone">>,
): Command {
  return {
    id: from.id,
    seq: from.seq,
    senderId: from.senderId,
    mode: from.mode,
    recipients: from.recipients,
    inboxSeqs: from.inboxSeqs,
    skipped: from.skipped,
    sentAt: from.sentAt,
    expiresAt: from.expiresAt,
    fingerprint: from.fingerprint,
    open,
    answers,
    gone,
  };
}

/** The key of a deadline: sorts by time, then by command. */
export function deadlineKey(command: Command): string {
  return `${String(command.expiresAt).padStart(16, "0")}:${command.senderId}:${command.id}`;
}
