import { expect } from "vitest";
import type { Inbox, Item } from "@/lib/relay/core/inbox";
import { nextDeadline } from "@/lib/relay/core/deadlines";
import type { RelaySession } from "@/lib/relay/core/state";
import type { Message } from "@/lib/relay/core/step";
import type { Model, Person } from "@/lib/relay/core/testing/model";
import { ids, present } from "@/lib/relay/core/testing/model";
import { payloadOf, type Room } from "@/lib/relay/core/testing/room";

/** What has to hold of the state after every step, whatever happened. */
export function watchState(room: Room, model: Model): void {
  const { state } = room;
  expect(ids(state.participants)).toEqual(ids(present(model)));
  for (const participant of state.participants) {
    const person = present(model).find(({ id }) => id === participant.id)!;
    expect([participant.id, participant.paused, participant.online]).toEqual([person.id, person.paused, person.online]);
    watchInbox(participant.inbox, participant.lastSeq);
    // I12: nobody is left waiting for what is there.
    const { wait, stream } = participant.presence;
    if (wait && !stream) {
      const there = [...participant.inbox.pending.values(), ...participant.inbox.returned.values()];
      expect(there.filter(({ name }) => wait.names === null || wait.names.has(name))).toEqual([]);
    }
    if (stream) expect([participant.inbox.pending.size, participant.inbox.returned.size]).toEqual([0, 0]);
  }
  watchBuffer(state);
  watchCommands(state, model);
  const next = nextDeadline(state);
  if (next !== null) expect(next).toBeGreaterThan(room.now);
}

function* itemsOf({ pending, out, returned }: Inbox): Generator<Item> {
  yield* pending.values();
  yield* out.values();
  yield* returned.values();
}

function watchInbox(inbox: Inbox, lastSeq: number): void {
  const items = [...itemsOf(inbox)];
  expect(new Set(items.map(({ seq }) => seq)).size).toBe(items.length);
  expect(items.every(({ seq }) => seq <= lastSeq)).toBe(true);
  const queued = [...inbox.pending.values()].filter(({ sender }) => sender !== null).length;
  expect([...inbox.queuedBy.values()].reduce((sum, count) => sum + count, 0)).toBe(queued);
  for (const {
    key: number,
    value: { seqs, left },
  } of inbox.batches)
    expect(seqs.filter((seq) => inbox.out.get(seq)?.batch === number)).toHaveLength(left);
}

/** A payload is there as long as an inbox needs it, once, and no longer. */
function watchBuffer({ buffer, participants }: RelaySession): void {
  const refs = new Map<number, number>();
  for (const { inbox } of participants)
    for (const { eventSeq } of itemsOf(inbox)) refs.set(eventSeq, (refs.get(eventSeq) ?? 0) + 1);
  let bytes = 0;
  for (const { key: seq, value: buffered } of [...buffer.droppable, ...buffer.exempt]) {
    expect([seq, buffered.refs]).toEqual([seq, refs.get(seq)]);
    bytes += buffered.bytes;
  }
  expect(buffer.bytes).toBe(bytes);
}

function watchCommands(state: RelaySession, model: Model): void {
  const open = [...state.sent.values()].flatMap(({ open }) => [...open.values()]).sort();
  expect(open).toEqual(
    model.commands
      .filter((one) => one.open)
      .map(({ id }) => id)
      .sort(),
  );
  expect([...state.deadlines.values()].map(({ id }) => id).sort()).toEqual(open);
  for (const { byId } of state.sent.values())
    for (const { answers, recipients, gone } of byId.values()) {
      // I23
      expect(answers.length + gone.length).toBeLessThanOrEqual(recipients.length);
      expect(answers.every(({ participantId }) => recipients.includes(participantId))).toBe(true);
    }
}

export interface Read {
  messages: readonly Message[];
  /** The reply was lost on its way. */
  lost?: boolean;
  filtered?: boolean;
}

/** What a client reads, held against what was ever sent to it. */
export function watchRead(room: Room, model: Model, person: Person, { messages, lost, filtered }: Read): void {
  let previous = 0;
  for (const message of messages) {
    const { seq, eventSeq, name } = message;
    if (seq === null) continue;
    expect(seq).toBeGreaterThan(previous);
    previous = seq;
    // I02, I37: somebody did this, and it was for this one.
    const event = room.events.find((one) => one.seq === eventSeq)!;
    expect([event.name, event.to.find(({ participantId }) => participantId === person.id)?.seq]).toEqual([name, seq]);
    if (message.payload !== null) expect(message.payload).toBe(event.payload);
    // I06
    if (!filtered && !message.redelivered) {
      expect(seq).toBeGreaterThan(person.top);
      person.top = seq;
    }
    if (lost) continue;
    if (name === "command.received") handed(model, payloadOf(event)["command_id"], person.id);
    // I10: a client with a cursor is never given what it has had; others are told that it may be so.
    if (person.seen.has(seq)) expect([seq, mayRepeat(person), message.redelivered]).toEqual([seq, true, true]);
    person.seen.add(seq);
    person.cursor = Math.max(person.cursor, seq);
  }
}

/** Of events that a filter passed over a cursor says nothing, so they may come once too often; never too seldom. */
function mayRepeat({ keepsCursor, filters }: Person): boolean {
  return !keepsCursor || filters;
}

function handed(model: Model, commandId: unknown, personId: string): void {
  model.commands.find(({ id }) => id === commandId)?.handed.add(personId);
}

/** I01, after a last read: everything sent to one that is still there was read, or was a command that is over. */
export function watchNothingLost(room: Room, model: Model): void {
  for (const person of present(model))
    for (const event of room.events) {
      const seq = event.to.find(({ participantId }) => participantId === person.id)?.seq;
      if (seq === undefined || person.seen.has(seq)) continue;
      const command = model.commands.find(({ id }) => id === payloadOf(event)["command_id"]);
      const isOver = !command?.open || command.answers.has(person.id);
      expect([event.name, isOver]).toEqual(["command.received", true]);
    }
}

/** I32: what a participant was sent comes to the same roster as what everybody asks for. */
export function watchRosters(room: Room, model: Model): void {
  const now = room.ok("describe", room.creator, {}).roster;
  for (const person of present(model)) {
    const joinedAt = room.events.findIndex(({ name, actor }) => name === "participant.joined" && actor === person.id);
    const folded = new Map<unknown, unknown>();
    room.events.forEach((event, index) => {
      if (!event.name.startsWith("participant.")) return;
      const isSent = event.to.some(({ participantId }) => participantId === person.id);
      if (index > joinedAt && !isSent) return;
      const payload = payloadOf(event);
      const participant = payload["participant"] as { participant_id: string } | undefined;
      if (participant) folded.set(participant.participant_id, participant);
      else folded.delete(payload["participant_id"]);
    });
    const seen = now.filter(({ participant_id }) => participant_id !== person.id);
    expect(
      [...folded.values()].filter((one) => (one as { participant_id: string }).participant_id !== person.id),
    ).toEqual(seen);
  }
}
