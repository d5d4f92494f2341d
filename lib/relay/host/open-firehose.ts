import type { Caller } from "@/lib/relay/core/caller";
import type { FirehoseSink } from "@/lib/relay/ports";
import type { RelayCloseReason } from "@sess.si/protocol";

/** The sending side of a firehose: what happens while the past is being read waits behind it. */
export class OpenFirehose {
  #held: { text: string; seq: number | null }[] | null = null;
  #isClosed = false;

  constructor(
    readonly caller: Caller,
    private readonly sink: FirehoseSink,
  ) {}

  write(text: string, seq: number | null): void {
    if (this.#isClosed) return;
    if (this.#held !== null) this.#held.push({ text, seq });
    else this.sink.frame(text);
  }

  /** From now on a piece of the past is being read; what was held before that is in it. */
  holdLive(): void {
    this.#held = [];
  }

  /** A piece of the past, in order. False: nobody listens any more. */
  async writePast(texts: readonly string[]): Promise<boolean> {
    for (const text of texts) if (!this.#isClosed) this.sink.frame(text);
    if (!this.#isClosed) await this.sink.ready();
    return !this.#isClosed;
  }

  /** The past has been told up to here: what happened meanwhile follows. */
  catchUp(toldTo: number): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const { text, seq } of held) if (seq === null || seq > toldTo) this.write(text, seq);
  }

  close(reason: RelayCloseReason): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.sink.close(reason);
  }

  /** The socket is gone: nothing is written any more. */
  drop(): void {
    this.#isClosed = true;
    this.#held = null;
  }
}
