import type { Alarm, Clock } from "@/lib/relay/host/clock";
import { emptyEntry, foldDecision, isEmpty, needsCommit, sealEntry } from "@/lib/relay/host/entry";
import type { Decision } from "@/lib/relay/core/decide";
import type { RelaySession } from "@/lib/relay/core/state";
import type { Journal, JournalEntry } from "@/lib/relay/journal";

/** What is only worth a commit of its own once it has waited this long. */
const LATE_MS = 250;
/** A commit of more than this would hold up the other sessions of its group; what is beyond goes into the next one. */
const MAX_ENTRY_BYTES = 1024 * 1024;

export interface BookOptions {
  journal: Journal;
  clock: Clock;
  sessionId: string;
  fence: number;
  /** Already in the journal, for the quota. */
  bytes: number;
  handedTo: Record<string, number>;
  /** The number of the last event that the snapshot has. */
  snapshotSeq: number;
  state: RelaySession;
  /** Everything up to this commit is written. */
  onCommitted(number: number): void;
  onFailed(error: unknown): void;
}

/** Writes one kept session down: one commit at a time, whatever was decided meanwhile goes into the next. */
export class Book {
  bytes: number;
  #draft: JournalEntry;
  /** Full, and in the order in which they are to be written. */
  readonly #full: { number: number; entry: JournalEntry }[] = [];
  /** The number that the draft will have. */
  #number = 1;
  #isWriting = false;
  /** The draft holds something that somebody waits for. */
  #isDue = false;
  #late: Alarm | null = null;
  #sealed: RelaySession;
  #latest: RelaySession;
  #snapshotSeq: number;
  readonly #handedTo: Record<string, number>;

  constructor(private readonly options: BookOptions) {
    this.bytes = options.bytes;
    this.#sealed = options.state;
    this.#latest = options.state;
    this.#snapshotSeq = options.snapshotSeq;
    this.#handedTo = { ...options.handedTo };
    this.#draft = emptyEntry(options.sessionId, options.fence);
  }

  /** Takes a decision down. Returns the commit after which it may be seen; 0: nothing to wait for. */
  add(decision: Decision<unknown>): number {
    this.#latest = decision.state;
    foldDecision(this.#draft, decision, this.#handedTo);
    if (needsCommit(decision)) return this.#write();
    if (!this.#isWriting && !isEmpty(this.#draft)) this.#flushLater();
    return this.#pendingNumber();
  }

  /** Writes everything down for good; the number of that commit. */
  end(): number {
    this.#draft.isLast = true;
    return this.#write();
  }

  stop(): void {
    this.#late?.cancel();
    this.#late = null;
  }

  /** What is decided now was decided on top of what is not written yet. */
  #pendingNumber(): number {
    if (this.#isDue) return this.#number;
    return this.#isWriting || this.#full.length > 0 ? this.#number - 1 : 0;
  }

  #write(): number {
    const number = this.#number;
    this.#isDue = true;
    this.#flush();
    if (this.#draft.bytes >= MAX_ENTRY_BYTES) this.#full.push(this.#seal());
    return number;
  }

  #flushLater(): void {
    const { clock } = this.options;
    this.#late ??= clock.at(clock.now() + LATE_MS, () => {
      this.#late = null;
      this.#write();
    });
  }

  #flush(): void {
    if (this.#isWriting || (!this.#isDue && this.#full.length === 0)) return;
    this.stop();
    const { number, entry } = this.#full.shift() ?? this.#seal();
    this.#isWriting = true;
    this.options.journal.commit(entry).then(
      () => this.#onWritten(number),
      (error: unknown) => this.options.onFailed(error),
    );
  }

  /** Completes the draft and begins the next one. */
  #seal(): { number: number; entry: JournalEntry } {
    const [entry, number] = [this.#draft, this.#number];
    sealEntry(entry, { before: this.#sealed, after: this.#latest, snapshotSeq: this.#snapshotSeq });
    this.#sealed = this.#latest;
    this.bytes += entry.bytes;
    if (entry.snapshot !== null) this.#snapshotSeq = entry.seq;
    this.#draft = emptyEntry(entry.sessionId, entry.fence);
    this.#number += 1;
    this.#isDue = false;
    return { number, entry };
  }

  #onWritten(number: number): void {
    this.#isWriting = false;
    this.#flush();
    if (!this.#isWriting && !isEmpty(this.#draft)) this.#flushLater();
    this.options.onCommitted(number);
  }
}
