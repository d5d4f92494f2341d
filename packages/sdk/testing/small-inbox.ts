import type { InboxMessage } from "@sess.si/protocol";

interface Held {
  message: InboxMessage;
  state: "pending" | "out" | "returned";
  /** The reply or stream that handed it out. */
  batch: Batch | null;
  /** A wait for other names passed over it. */
  isHeld: boolean;
}

/** What one reply or one stream handed out. */
export interface Batch {
  stream: boolean;
  isFinished: boolean;
}

/** An inbox as the relay keeps it: what was handed out stays until it is acknowledged. */
export class SmallInbox {
  #items: Held[] = [];
  #lastSeq = 0;
  gap: { dropped: number; first_seq: number; last_seq: number } | undefined;
  /** Called whenever there may be something to hand out. */
  onChange: () => void = () => {};

  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** The seqs that nobody has acknowledged. */
  get unsettled(): number[] {
    return this.#items.map(({ message }) => message.seq ?? 0);
  }

  count(state: Held["state"]): number {
    return this.#items.filter((item) => item.state === state).length;
  }

  add(name: string, payload: unknown): void {
    this.#lastSeq += 1;
    const message = { name, payload, seq: this.#lastSeq };
    this.#items.push({ message, state: "pending", batch: null, isHeld: false });
    this.onChange();
  }

  /** The next message gets this much higher a seq than it would. */
  skip(count: number): void {
    this.#lastSeq += count;
  }

  /** What a call says by its cursor: this much was dealt with, the rest of the finished replies was lost. */
  settle(cursor: number): void {
    this.ack(cursor);
    for (const item of this.#items)
      if (item.state === "out" && !item.batch?.stream && item.batch?.isFinished) item.state = "returned";
  }

  ack(cursor: number): number {
    const before = this.#items.length;
    this.#items = this.#items.filter((item) => !(this.#isSettled(item) && (item.message.seq ?? 0) <= cursor));
    return before - this.#items.length;
  }

  #isSettled({ state, isHeld, batch }: Held): boolean {
    if (state === "out") return !isHeld || batch?.isFinished === true;
    return state === "returned" && !isHeld;
  }

  /** Hands out what is there, if anything is wanted. */
  handOut(names: readonly string[] | null, batch: Batch, max = 500): InboxMessage[] {
    const free = this.#items.filter(({ state }) => state !== "out");
    const wanted = free.filter(({ message }) => isWanted(message.name, names)).slice(0, max);
    const highest = wanted.at(-1)?.message.seq ?? 0;
    for (const item of free) if ((item.message.seq ?? 0) < highest && !wanted.includes(item)) item.isHeld = true;
    return wanted.map((item) => {
      const redelivered = item.state === "returned";
      item.state = "out";
      item.batch = batch;
      return redelivered ? { ...item.message, redelivered } : item.message;
    });
  }

  /** The reply or stream did not arrive. */
  giveBack(batch: Batch): void {
    for (const item of this.#items) if (item.batch === batch && item.state === "out") item.state = "returned";
    this.onChange();
  }
}

function isWanted(name: string, names: readonly string[] | null): boolean {
  return names === null || name === "session.ended" || names.includes(name);
}
