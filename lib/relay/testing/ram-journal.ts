import type { RelayEvent } from "@/lib/relay/core/event";
import type { HistoryPage, HistoryQuery, Journal, JournalEntry, NewJournal } from "@/lib/relay/journal";

interface Row {
  participantId: string;
  seq: number;
  eventSeq: number;
  held: boolean;
}

interface Kept extends NewJournal {
  fence: number;
  seq: number;
  snapshotSeq: number;
  events: RelayEvent[];
  inbox: Map<string, Row>;
  handedTo: Record<string, number>;
  bytes: number;
  deadlineAt: number | null;
  isClean: boolean;
  ended: JournalEntry["ended"];
}

/** How the next commits go: `held` waits until it is let go, `unheard` writes and fails. */
export type Fate = "written" | "refused" | "unheard" | "held";

/** A journal in RAM that does what the database does, and what it is told to do wrong. */
export class RamJournal implements Journal {
  readonly sessions = new Map<string, Kept>();
  readonly fates: Fate[] = [];
  /** Everything that was asked of it. */
  commits: JournalEntry[] = [];
  epoch = 0;
  isDown = false;
  /** The next looks at a door tell that they have begun, and wait until they may go on. */
  readonly delays: (() => void)[] = [];
  readonly #held: (() => void)[] = [];
  readonly #delayed: (() => void)[] = [];

  async nextEpoch(seconds: number): Promise<number> {
    this.epoch = Math.max(seconds, this.epoch + 1);
    return this.epoch;
  }

  async create(session: NewJournal): Promise<void> {
    this.#refuseWhileDown();
    this.sessions.set(session.sessionId, {
      ...session,
      fence: 0,
      seq: 0,
      snapshotSeq: 0,
      events: [],
      inbox: new Map(),
      handedTo: {},
      bytes: 0,
      deadlineAt: null,
      isClean: false,
      ended: null,
    });
  }

  async commit(entry: JournalEntry): Promise<void> {
    this.commits.push(entry);
    const fate = this.fates.shift() ?? "written";
    if (fate === "held") await new Promise<void>((resolve) => this.#held.push(resolve));
    if (fate === "refused" || this.isDown) throw new Error("not written");
    const kept = this.sessions.get(entry.sessionId);
    if (!kept || kept.fence !== entry.fence || kept.ended) throw new Error("another holder");
    write(kept, entry);
    if (fate === "unheard") throw new Error("the connection was cut");
  }

  /** Lets go of commits that were held. */
  letGo(): void {
    for (const go of this.#held.splice(0)) go();
  }

  goOn(): void {
    for (const go of this.#delayed.splice(0)) go();
  }

  async readDoor(sessionId: string) {
    this.#refuseWhileDown();
    const begun = this.delays.shift();
    if (begun) {
      await new Promise<void>((resolve) => {
        this.#delayed.push(resolve);
        begun();
      });
    }
    const kept = this.sessions.get(sessionId);
    if (!kept) return null;
    const { ownerAccountId, door, ended } = kept;
    return { ownerAccountId, credentials: JSON.parse(door), ended };
  }

  async claim(sessionId: string) {
    this.#refuseWhileDown();
    const kept = this.sessions.get(sessionId);
    if (!kept || kept.ended) return null;
    kept.fence += 1;
    const clean = kept.isClean;
    kept.isClean = false;
    const { fence, snapshot, snapshotSeq, bytes, handedTo } = kept;
    const events = kept.events.filter(({ seq }) => seq > snapshotSeq).map(withoutPayload);
    const inbox = [...kept.inbox.values()]
      .sort((a, b) => a.seq - b.seq)
      .map((row) => ({ ...row, event: withoutPayload(kept.events.find(({ seq }) => seq === row.eventSeq)!) }));
    const stored = { snapshot, events, inbox, handedTo: new Map(Object.entries(handedTo)), clean };
    return { fence, snapshotSeq, bytes, handedTo: { ...handedTo }, stored };
  }

  async readPayloads(sessionId: string, seqs: readonly number[]) {
    this.#refuseWhileDown();
    const { events } = this.sessions.get(sessionId)!;
    return new Map(events.filter(({ seq }) => seqs.includes(seq)).map(({ seq, payload }) => [seq, payload]));
  }

  async readHistory(sessionId: string, query: HistoryQuery): Promise<HistoryPage> {
    this.#refuseWhileDown();
    const { after_seq = 0, before_seq = Infinity, kind, limit, order, maxBytes } = query;
    const found = (this.sessions.get(sessionId)?.events ?? []).filter(
      ({ seq, name }) => seq > after_seq && seq < before_seq && (kind === undefined || name === kind),
    );
    if (order === "desc") found.reverse();
    let bytes = 0;
    const rows = found.slice(0, limit).filter((event) => (bytes += event.bytes) - event.bytes < maxBytes);
    return { rows, hasMore: found.length > rows.length };
  }

  async findDue(now: number, limit: number) {
    const due = [...this.sessions.values()].filter(({ ended, expiresAt }) => !ended && (expiresAt ?? Infinity) <= now);
    return due.slice(0, limit).map(({ sessionId }) => sessionId);
  }

  async findInterrupted(limit: number) {
    const open = [...this.sessions.values()].filter(({ ended, deadlineAt }) => !ended && deadlineAt !== null);
    return open.slice(0, limit).map(({ sessionId }) => sessionId);
  }

  async purge() {
    for (const kept of this.sessions.values()) if (kept.ended) Object.assign(kept, { events: [], inbox: new Map() });
    return false;
  }

  #refuseWhileDown(): void {
    if (this.isDown) throw new Error("the journal is down");
  }
}

function withoutPayload(event: RelayEvent): RelayEvent {
  return { ...event, payload: "" };
}

function write(kept: Kept, entry: JournalEntry): void {
  const { seq, events, inbox, departed, handedTo, door, snapshot, bytes, expiresAt, deadlineAt, isLast, ended } = entry;
  kept.events.push(...events);
  for (const { participantId, seq: at, type, eventSeq, held } of inbox.values()) {
    const key = `${participantId}/${at}`;
    const row = kept.inbox.get(key);
    if (type === "add") kept.inbox.set(key, { participantId, seq: at, eventSeq, held });
    else if (type === "drop") kept.inbox.delete(key);
    else if (row) row.held = held;
  }
  for (const [key, row] of kept.inbox) if (departed.includes(row.participantId)) kept.inbox.delete(key);
  Object.assign(kept, { seq, expiresAt, deadlineAt, isClean: isLast, ended, bytes: kept.bytes + bytes });
  if (handedTo !== null) kept.handedTo = { ...handedTo };
  if (door !== null) kept.door = door;
  if (snapshot !== null) Object.assign(kept, { snapshot, snapshotSeq: seq });
}
