import type { InboxGap, InboxMessage } from "@sess.si/protocol";
import { Ledger } from "./ledger.js";
import { isWanted, type RelayEvent } from "./relay-event.js";

/** What came and nobody has taken yet, in order. */
export class Mailbox {
  readonly ledger: Ledger;
  readonly #events: RelayEvent[] = [];
  readonly #watchers = new Set<() => void>();
  /** Called when the consumer has dealt with something. */
  onSettled: () => void = () => {};

  constructor(lastAckedSeq: number) {
    this.ledger = new Ledger(lastAckedSeq);
  }

  /** Adds what came, without what came before; returns how many were new. */
  receive(messages: readonly InboxMessage[], gap?: InboxGap): number {
    if (gap !== undefined) this.#add({ name: "relay.gap", payload: gap, seq: null });
    let fresh = 0;
    for (const message of messages) {
      if (message.seq !== null && !this.ledger.receive(message.seq)) continue;
      // The payload is what the contract says of this name; a newer relay's names pass through as they are.
      this.#add(message as RelayEvent);
      fresh += 1;
    }
    this.nudge();
    return fresh;
  }

  #add(event: RelayEvent): void {
    const { seq } = event;
    let at = this.#events.length;
    if (seq !== null) while (at > 0 && (this.#events[at - 1]?.seq ?? 0) > seq) at -= 1;
    this.#events.splice(at, 0, event);
  }

  /** Takes the first events of these names; all others stay where they are. */
  take(names: ReadonlySet<string> | null, max: number): RelayEvent[] {
    if (names === null) return this.#events.splice(0, max);
    const found = this.#events.filter((event) => isWanted(event, names)).slice(0, max);
    for (const event of found) this.#events.splice(this.#events.indexOf(event), 1);
    return found;
  }

  /** The consumer has dealt with these. */
  settle(events: readonly RelayEvent[]): void {
    if (events.length === 0) return;
    this.ledger.settle(events.flatMap(({ seq }) => (seq === null ? [] : [seq])));
    this.onSettled();
  }

  /** Wakes everybody who watches: something has changed. */
  nudge(): void {
    for (const wake of this.#watchers) wake();
  }

  /** Calls back at every change, until the returned function is called. */
  watch(wake: () => void): () => void {
    this.#watchers.add(wake);
    return () => void this.#watchers.delete(wake);
  }
}
