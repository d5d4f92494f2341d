/** The relay keeps far fewer than this unacknowledged, so an older one cannot come again. */
const REMEMBERED = 10_000;

/**
 * What has been received, and what of it the consumer has dealt with. From it comes the cursor that the relay is sent:
 * everything up to it is dealt with, so nothing that is still in somebody's hands is ever acknowledged.
 */
export class Ledger {
  readonly #seen = new Set<number>();
  readonly #open = new Set<number>();
  #highest: number;
  #doubt = false;
  #stuck = false;

  constructor(lastAckedSeq: number) {
    this.#highest = lastAckedSeq;
  }

  /** Notes an event that came; false for one that came before. */
  receive(seq: number): boolean {
    if (this.#seen.has(seq)) return false;
    this.#seen.add(seq);
    this.#open.add(seq);
    this.#highest = Math.max(this.#highest, seq);
    if (this.#seen.size > REMEMBERED) this.#forgetOldest();
    return true;
  }

  #forgetOldest(): void {
    const [oldest] = this.#seen;
    if (oldest !== undefined) this.#seen.delete(oldest);
  }

  /** The consumer has dealt with these. */
  settle(seqs: readonly number[]): void {
    for (const seq of seqs) this.#open.delete(seq);
  }

  /** Everything up to here is dealt with. */
  get cursor(): number {
    if (this.#open.size === 0) return this.#highest;
    return Math.max(0, Math.min(...this.#open) - 1);
  }

  /**
   * The cursor for a call. After a lost reply it is 0: the relay may take a reply for delivered that never arrived, and
   * must hand it out again. After a reply that held nothing new it covers all that came, or the same would come for ever.
   */
  get cursorForCall(): number {
    if (this.#doubt) return 0;
    return this.#stuck ? this.#highest : this.cursor;
  }

  /** A reply was lost, and nobody knows what was in it. */
  lost(): void {
    this.#doubt = true;
  }

  /** A reply arrived. */
  arrived({ total, fresh }: { total: number; fresh: number }): void {
    this.#doubt = false;
    this.#stuck = total > 0 && fresh === 0;
  }
}
