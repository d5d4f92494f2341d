import { allItems, type Inbox } from "@/lib/relay/core/inbox";
import { nextDeadline } from "@/lib/relay/core/deadlines";
import type { RelaySession } from "@/lib/relay/core/state";
import type { Message } from "@/lib/relay/core/step";
import { ids, type Model, type Person, present } from "@/lib/relay/core/testing/model";
import { payloadOf, type Room } from "@/lib/relay/core/testing/room";

/** Fifty times as fast as an expectation, which counts where thousands are checked a second. */
function must(what: string, actual: unknown, expected: unknown = true): void {
  const [is, be] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== be) throw new Error(`${what}: is ${is}, has to be ${be}`);
}

/** What has to hold of the state after every step, whatever happened. */
export function watchState(room: Room, model: Model): void {
  const { state } = room;
  must("who is there", ids(state.participants), ids(present(model)));
  for (const [index, person] of present(model).entries()) {
    const { inbox, presence, paused, online, lastSeq } = state.participants[index]!;
    must(`paused and online of ${person.id}`, [paused, online], [person.paused, person.online]);
    watchInbox(inbox, lastSeq);
    const there = [...inbox.pending.values(), ...inbox.returned.values()];
    const { wait, stream } = presence;
    // I12: nobody is left waiting for what is there.
    if (stream) must("left beside an open stream", there.length, 0);
    else if (wait)
      must("left beside a wait", there.filter(({ name }) => wait.names === null || wait.names.has(name)).length, 0);
  }
  watchBuffer(state);
  watchCommands(state, model);
  must("the next deadline is ahead", (nextDeadline(state) ?? Infinity) > room.now);
}

function watchInbox(inbox: Inbox, lastSeq: number): void {
  const seqs = [...allItems(inbox)].map(({ seq }) => seq);
  must("an item is in one place", new Set(seqs).size, seqs.length);
  must("seqs are given out", Math.max(0, ...seqs) <= lastSeq);
  const queued = [...inbox.pending.values()].filter(({ sender }) => sender !== null).length;
  const counted = [...inbox.queuedBy.values()].reduce((sum, count) => sum + count, 0);
  must("queued commands are counted", counted, queued);
  for (const { key, value } of inbox.batches)
    must("a batch is counted", value.seqs.filter((seq) => inbox.out.get(seq)?.batch === key).length, value.left);
}

/** A payload is there as long as an inbox needs it, once, and no longer. */
function watchBuffer({ buffer, participants }: RelaySession): void {
  const refs = new Map<number, number>();
  for (const { inbox } of participants)
    for (const { eventSeq } of allItems(inbox)) refs.set(eventSeq, (refs.get(eventSeq) ?? 0) + 1);
  let bytes = 0;
  for (const { key, value } of [...buffer.droppable, ...buffer.exempt]) {
    must(`references to payload ${key}`, value.refs, refs.get(key));
    bytes += value.bytes;
  }
  must("buffered bytes", buffer.bytes, bytes);
}

function watchCommands(state: RelaySession, model: Model): void {
  const open = [...state.sent.values()].flatMap((sent) => [...sent.open.values()]).sort();
  const expected = model.commands.filter((one) => one.open).map(({ id }) => id);
  must("open commands", open, expected.sort());
  must("deadlines", [...state.deadlines.values()].map(({ id }) => id).sort(), open);
  for (const { byId } of state.sent.values())
    for (const { answers, recipients, gone } of byId.values()) {
      // I23
      must("no more answers than recipients", answers.length + gone.length <= recipients.length);
      must(
        "answers of recipients",
        answers.every(({ participantId }) => recipients.includes(participantId)),
      );
    }
}

export interface Read {
  messages: readonly Message[];
  /** The cursor that was sent for it. */
  cursor: number;
  /** The reply was lost on its way. */
  lost?: boolean;
  filtered?: boolean;
}

/** What a client reads, held against what was ever sent to it. */
export function watchRead(room: Room, model: Model, person: Person, { messages, ...how }: Read): void {
  let previous = 0;
  for (const message of messages) {
    const { seq } = message;
    if (seq === null) continue;
    must("in order", seq > previous);
    previous = seq;
    watchMessage(room, model, person, { ...message, seq, ...how });
  }
}

function watchMessage(
  room: Room,
  model: Model,
  person: Person,
  {
    seq,
    eventSeq,
    name,
    payload,
    redelivered,
    cursor,
    lost,
    filtered,
  }: Omit<Read, "messages"> & Message & { seq: number },
): void {
  // I02, I37: somebody did this, and it was for this one.
  const event = room.events[(eventSeq ?? 0) - 1]!;
  const own = event.to.find(({ participantId }) => participantId === person.id)?.seq;
  must("what was sent", [name, seq, eventSeq, payload ?? event.payload], [event.name, own, event.seq, event.payload]);
  // I06
  if (!filtered && !redelivered) {
    must("rising", seq > person.top);
    person.top = seq;
  }
  if (lost) return;
  if (name === "command.received") {
    const commandId = payloadOf(event)["command_id"];
    model.commands.find(({ id }) => id === commandId)?.handed.add(person.id);
  }
  // I10: nothing comes twice to one that has said it has it; where it may, it says so.
  if (!mayRepeat(person)) must("beyond the cursor", seq > cursor);
  if (person.seen.has(seq)) must("a repeat is flagged", redelivered);
  person.seen.add(seq);
  person.cursor = Math.max(person.cursor, seq);
}

/** Of events that a filter passed over a cursor says nothing, so they may come once too often; never too seldom. */
function mayRepeat({ keepsCursor, filters }: Person): boolean {
  return !keepsCursor || filters;
}

/** I01, after a last read: everything sent to one that is still there was read, or was a command that is over. */
export function watchNothingLost(room: Room, model: Model): void {
  const commands = new Map(model.commands.map((command) => [command.id, command]));
  for (const event of room.events)
    for (const { participantId, seq } of event.to) {
      const person = present(model).find(({ id }) => id === participantId);
      if (!person || person.seen.has(seq)) continue;
      const command = commands.get(String(payloadOf(event)["command_id"]));
      const isOver = !command?.open || command.answers.has(person.id);
      must(`event ${event.seq}, unread by ${person.id}`, [event.name, isOver], ["command.received", true]);
    }
}

/** I32: what a participant was sent comes to the same roster as what everybody asks for. */
export function watchRosters(room: Room, model: Model): void {
  const now = room.ok("describe", room.creator, {}).roster;
  for (const person of present(model)) {
    const joinedAt = room.events.findIndex(({ name, actor }) => name === "participant.joined" && actor === person.id);
    const folded = new Map<unknown, unknown>();
    for (const [index, event] of room.events.entries()) {
      const isSent = event.to.some(({ participantId }) => participantId === person.id);
      // What was before its join it was told by the join.
      if (!event.name.startsWith("participant.") || (index > joinedAt && !isSent)) continue;
      const payload = payloadOf(event);
      const participant = payload["participant"] as { participant_id: string } | undefined;
      if (participant) folded.set(participant.participant_id, participant);
      else folded.delete(payload["participant_id"]);
    }
    folded.delete(person.id);
    const others = now.filter(({ participant_id }) => participant_id !== person.id);
    must(`the roster as ${person.id} knows it`, [...folded.values()], others);
  }
}
