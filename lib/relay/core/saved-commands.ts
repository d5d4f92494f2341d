import { type Command, deadlineKey, type Sent } from "@/lib/relay/core/command";
import { SortedMap } from "@/lib/relay/core/sorted-map";
import type { RelaySession } from "@/lib/relay/core/state";

/**
 * Commands as a snapshot has them. Those that are over are the mass of it, up to ten thousand a sender, so they are
 * rows without names, and participants are numbers.
 */
export interface SavedCommands {
  participants: string[];
  open: Command[];
  closed: ClosedRow[];
}

type ClosedRow = [
  sender: number,
  id: string,
  seq: number,
  sentAt: number,
  lifetimeMs: number,
  fingerprint: string,
  recipients: number[],
  answers: (number | string)[],
  skipped?: Command["skipped"],
];

export function saveCommands(sent: RelaySession["sent"]): SavedCommands {
  const numbers = new Map<string, number>();
  const numberOf = (id: string): number => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return number;
  };
  const all = [...sent.values()].flatMap(({ byId }) => [...byId.values()]);
  const closed = all.filter((command) => !command.open).map((command) => closedRow(command, numberOf));
  return { participants: [...numbers.keys()], open: all.filter((command) => command.open), closed };
}

function closedRow(command: Command, numberOf: (id: string) => number): ClosedRow {
  const { id, seq, sentAt, expiresAt, fingerprint, skipped } = command;
  const row: ClosedRow = [
    numberOf(command.senderId),
    id,
    seq,
    sentAt,
    expiresAt - sentAt,
    fingerprint,
    command.recipients.map(numberOf),
    command.answers.flatMap((answer) => [numberOf(answer.participantId), answer.fingerprint]),
  ];
  if (skipped.length > 0) row[8] = skipped;
  return row;
}

export function readCommands({ participants, open, closed }: SavedCommands): Pick<RelaySession, "sent" | "deadlines"> {
  const all = [...open, ...closed.map((row) => readRow(row, participants))];
  const bySender = new Map<string, Command[]>();
  for (const command of all) {
    const commands = bySender.get(command.senderId);
    if (commands) commands.push(command);
    else bySender.set(command.senderId, [command]);
  }
  return {
    sent: SortedMap.from([...bySender].map(([senderId, commands]) => [senderId, sentOf(commands)] as const)),
    deadlines: SortedMap.from(
      open.map((command) => {
        const { senderId, id, expiresAt } = command;
        return [deadlineKey(command), { senderId, id, expiresAt }] as const;
      }),
    ),
  };
}

function readRow(row: ClosedRow, participants: readonly string[]): Command {
  const [sender, id, seq, sentAt, lifetimeMs, fingerprint, recipients, answers, skipped = []] = row;
  const nameOf = (number: number | string | undefined): string => participants[Number(number)] ?? "";
  return {
    id,
    seq,
    senderId: nameOf(sender),
    // Of one that is over nobody asks how it was sent, where it lay, or who left.
    mode: "specific",
    recipients: recipients.map(nameOf),
    inboxSeqs: [],
    skipped,
    sentAt,
    expiresAt: sentAt + lifetimeMs,
    fingerprint,
    open: false,
    answers: pairs(answers).map(([number, print]) => ({ participantId: nameOf(number), fingerprint: String(print) })),
    gone: [],
  };
}

function pairs<T>(flat: readonly T[]): (readonly [T | undefined, T | undefined])[] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index], flat[2 * index + 1]] as const);
}

function sentOf(commands: readonly Command[]): Sent {
  return {
    byId: SortedMap.from(commands.map((command) => [command.id, command] as const)),
    order: SortedMap.from(commands.map(({ seq, id }) => [seq, id] as const)),
    open: SortedMap.from(commands.filter((command) => command.open).map(({ seq, id }) => [seq, id] as const)),
  };
}
