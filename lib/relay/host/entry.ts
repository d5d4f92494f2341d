import { expiresAt } from "@/lib/relay/core/deadlines";
import type { Decision } from "@/lib/relay/core/decide";
import type { RelayEvent } from "@/lib/relay/core/event";
import { takeSnapshot } from "@/lib/relay/core/snapshot";
import type { RelaySession } from "@/lib/relay/core/state";
import type { Effect } from "@/lib/relay/core/step";
import type { InboxChange, JournalEntry } from "@/lib/relay/journal";

/** At least this many events lie between two snapshots. */
const SNAPSHOT_EVENTS = 1000;
/** A snapshot has a row for every command that is remembered: it is taken when the tail is a tenth of them. */
const REMEMBERED_PER_EVENT = 10;

export function emptyEntry(sessionId: string, fence: number): JournalEntry {
  return {
    sessionId,
    fence,
    seq: 0,
    events: [],
    inbox: new Map(),
    departed: [],
    handedTo: null,
    door: null,
    snapshot: null,
    bytes: 0,
    expiresAt: null,
    deadlineAt: null,
    isLast: false,
    ended: null,
  };
}

export function isEmpty({ events, inbox, departed, handedTo, isLast }: JournalEntry): boolean {
  return events.length === 0 && inbox.size === 0 && departed.length === 0 && handedTo === null && !isLast;
}

/** Whether a decision may be seen only after it is written. What was handed out may be written late. */
export function needsCommit({ events, effects }: Decision<unknown>): boolean {
  if (events.length > 0) return true;
  return effects.some((effect) => effect.type === "handed" && effect.held.length > 0);
}

/** Adds what a decision wrote, in its order; what undoes itself before it was ever written leaves no trace. */
export function foldDecision(
  entry: JournalEntry,
  { events, effects }: Decision<unknown>,
  handedTo: Record<string, number>,
): void {
  for (const event of events) addEvent(entry, event, handedTo);
  for (const effect of effects) addMarks(entry, effect, handedTo);
}

function addEvent(entry: JournalEntry, event: RelayEvent, handedTo: Record<string, number>): void {
  entry.events.push(event);
  entry.bytes += event.bytes + ROW_BYTES;
  for (const { participantId, seq } of event.to)
    entry.inbox.set(`${participantId}/${seq}`, { participantId, seq, type: "add", eventSeq: event.seq, held: false });
  const { change } = event;
  if (change.type !== "left") return;
  entry.departed.push(change.participantId);
  delete handedTo[change.participantId];
  for (const [key, { participantId }] of entry.inbox)
    if (participantId === change.participantId) entry.inbox.delete(key);
}

function addMarks(entry: JournalEntry, effect: Effect, handedTo: Record<string, number>): void {
  if (effect.type === "discarded") {
    for (const seq of effect.seqs) drop(entry.inbox, effect.participantId, seq);
  } else if (effect.type === "handed") {
    const { participantId } = effect;
    if (entry.departed.includes(participantId)) return;
    for (const seq of effect.held) mark(entry.inbox, participantId, seq, true);
    for (const seq of effect.released) mark(entry.inbox, participantId, seq, false);
    handedTo[participantId] = effect.handedTo;
    entry.handedTo = handedTo;
  }
}

function drop(inbox: Map<string, InboxChange>, participantId: string, seq: number): void {
  const key = `${participantId}/${seq}`;
  if (inbox.get(key)?.type === "add") inbox.delete(key);
  else inbox.set(key, { participantId, seq, type: "drop", eventSeq: 0, held: false });
}

function mark(inbox: Map<string, InboxChange>, participantId: string, seq: number, held: boolean): void {
  const key = `${participantId}/${seq}`;
  const earlier = inbox.get(key);
  if (earlier?.type === "drop") return;
  inbox.set(key, { participantId, seq, type: earlier?.type ?? "mark", eventSeq: earlier?.eventSeq ?? 0, held });
}

/** Completes an entry with what the session has come to. */
export function sealEntry(
  entry: JournalEntry,
  { before, after, snapshotSeq }: { before: RelaySession; after: RelaySession; snapshotSeq: number },
): void {
  entry.seq = after.seq;
  // It goes on changing while this entry is on its way.
  if (entry.handedTo !== null) entry.handedTo = { ...entry.handedTo };
  entry.deadlineAt = after.deadlines.first()?.value.expiresAt ?? null;
  entry.expiresAt = expiresAt(after);
  entry.ended = after.ended;
  if (after.ended) return forgetContent(entry);
  if (after.credentials !== before.credentials) entry.door = doorText(after);
  if (entry.isLast || isSnapshotDue(after, snapshotSeq)) entry.snapshot = takeSnapshot(after);
}

/** What a row of the journal takes beside its payload, roughly. */
const ROW_BYTES = 300;

/** Of a session that is over nothing is kept. */
function forgetContent(entry: JournalEntry): void {
  entry.events = [];
  entry.inbox.clear();
  entry.departed = [];
}

function isSnapshotDue({ seq, sent }: RelaySession, snapshotSeq: number): boolean {
  const tail = seq - snapshotSeq;
  if (tail < SNAPSHOT_EVENTS) return false;
  let remembered = 0;
  for (const { byId } of sent.values()) remembered += byId.size;
  return tail >= remembered / REMEMBERED_PER_EVENT;
}

/** Who may come in, as JSON text. */
export function doorText({ credentials }: RelaySession): string {
  return JSON.stringify([...credentials].map(({ key, value }) => [key, value]));
}
