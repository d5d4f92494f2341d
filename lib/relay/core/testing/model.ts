import type { Member } from "@/lib/relay/core/testing/room";
import type { LeftReason } from "@sess.si/protocol";

/** What the rules say should be, kept as simply as possible and without a look at how the core does it. */
export interface Model {
  now: number;
  people: Person[];
  commands: ModelCommand[];
  allHalted: boolean;
  noteIds: { id: string; to: "all" | string }[];
  /** How each wait's reply ends, and whether it asked for some names only. */
  waits: Map<string, { arrives: boolean; filtered: boolean; cursor: number }>;
  /** Rows that the next step has to produce, in order. */
  rows: ExpectedRow[];
}

export interface Person extends Member {
  role: string;
  mcp: string | null;
  /** Bound by MCP at its join: offline when nothing of it is left. */
  fades: boolean;
  online: boolean;
  offlineSince: number | null;
  /** Its last call, or the end of its last wait or stream. */
  quietSince: number;
  paused: boolean;
  gone: LeftReason | null;
  wait: { id: string; deadline: number; names: readonly string[] | null } | null;
  stream: { id: string; cursor: number } | null;
  // What it has read, as a client would know it.
  keepsCursor: boolean;
  /** It has waited for some names only. */
  filters: boolean;
  cursor: number;
  seen: Set<number>;
  /** Highest seq read by a read without a filter. */
  top: number;
}

export interface ModelCommand {
  id: string;
  from: string;
  to: string[];
  /** Who was handed it, as far as its client knows. */
  handed: Set<string>;
  answers: Set<string>;
  gone: Set<string>;
  deadline: number;
  open: boolean;
}

export interface ExpectedRow {
  name: string;
  to: string[];
  /** With it, any audience between these and `to` will do, and none at all. */
  atLeast?: string[];
}

export function present(model: Model): Person[] {
  return model.people.filter(({ gone }) => gone === null);
}

export function ids(people: readonly { id: string }[]): string[] {
  return people.map(({ id }) => id);
}

export function others(model: Model, id: string): string[] {
  return ids(present(model)).filter((one) => one !== id);
}

const isThere = (model: Model, id: string): boolean => present(model).some((one) => one.id === id);

export function openBy(model: Model, isMeant: (command: ModelCommand) => boolean): ModelCommand[] {
  const meant = model.commands.filter((command) => command.open && isMeant(command));
  // The core goes through senders by id.
  return meant.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}

export function complete(model: Model, command: ModelCommand): void {
  command.open = false;
  const answered = [...command.answers].filter((id) => isThere(model, id));
  model.rows.push({ name: "command.completed", to: isThere(model, command.from) ? [command.from] : answered });
}

export function cancel(model: Model, command: ModelCommand): void {
  const waiting = command.to.filter((id) => isThere(model, id) && !command.answers.has(id));
  model.rows.push({
    name: "command.cancelled",
    to: waiting,
    atLeast: waiting.filter((id) => command.handed.has(id)),
  });
}

export function completeIfSettled(model: Model, command: ModelCommand): void {
  if (command.open && command.answers.size + command.gone.size >= command.to.length) complete(model, command);
}

export function depart(model: Model, person: Person, reason: LeftReason): void {
  person.gone = reason;
  person.wait = null;
  person.stream = null;
  const owed = openBy(model, ({ to, answers }) => to.includes(person.id) && !answers.has(person.id));
  for (const command of owed) command.gone.add(person.id);
  model.rows.push({ name: "participant.left", to: others(model, person.id) });
  for (const command of openBy(model, ({ from }) => from === person.id)) {
    complete(model, command);
    cancel(model, command);
  }
  for (const command of owed) completeIfSettled(model, command);
}

export function setOnline(model: Model, person: Person, online: boolean): void {
  if (person.online === online) return;
  person.online = online;
  person.offlineSince = online ? null : model.now;
  model.rows.push({ name: "participant.updated", to: others(model, person.id) });
}

/** Lets time pass: what is due happens in the order it is due. */
export function pass(model: Model, ms: number): void {
  const until = model.now + ms;
  for (;;) {
    const [first] = dues(model)
      .filter(({ at }) => at <= until)
      .sort((a, b) => a.at - b.at || a.rank - b.rank);
    if (!first) break;
    model.now = Math.max(model.now, first.at);
    const before = model.rows.length;
    first.happen();
    serveWaits(model, before);
  }
  model.now = until;
}

/** A wait ends with the first event that it waits for, unless a stream takes that. */
function serveWaits(model: Model, from: number): void {
  for (const { name, to, atLeast } of model.rows.slice(from))
    for (const person of present(model)) {
      if (!person.wait || person.stream || !(atLeast ?? to).includes(person.id)) continue;
      if (person.wait.names === null || person.wait.names.includes(name)) endWait(model, person);
    }
}

export function endWait(model: Model, person: Person): void {
  person.wait = null;
  person.quietSince = model.now;
}

const GRACE = 300_000;
const FADE = 30_000;

function dues(model: Model): { at: number; rank: number; happen: () => void }[] {
  const commands = model.commands
    .filter(({ open }) => open)
    .sort((a, b) => a.deadline - b.deadline || (key(a) < key(b) ? -1 : 1))
    .slice(0, 1)
    .map((command) => ({
      at: command.deadline,
      rank: 0,
      happen: () => {
        complete(model, command);
        cancel(model, command);
      },
    }));
  return [...commands, ...present(model).flatMap((person, index) => duesOf(model, person, index + 1))];
}

function key({ from, id }: ModelCommand): string {
  return `${from}:${id}`;
}

function duesOf(model: Model, person: Person, rank: number) {
  const due: { at: number; rank: number; happen: () => void }[] = [];
  if (person.wait)
    due.push({
      at: person.wait.deadline,
      rank,
      happen: () => endWait(model, person),
    });
  if (person.offlineSince !== null)
    due.push({ at: person.offlineSince + GRACE, rank, happen: () => depart(model, person, "offline_timeout") });
  if (person.fades && person.online && person.mcp === null && !person.wait && !person.stream)
    due.push({ at: person.quietSince + FADE, rank, happen: () => setOnline(model, person, false) });
  return due;
}
