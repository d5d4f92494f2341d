import type { Caller } from "@/lib/relay/core/caller";
import type { Message } from "@/lib/relay/core/step";
import { frameText, missingPayloads, type Payloads } from "@/lib/relay/host/render";
import type { StreamSink } from "@/lib/relay/ports";
import type { RelayCloseReason } from "@sess.si/protocol";

export interface OpenStreamOptions {
  participantId: string;
  /** Whose it is, for when the session comes back from the journal while the stream is still there. */
  caller: Caller;
  cursor: number | null;
  sink: StreamSink;
  now(): number;
  /** Payloads that left RAM. */
  read(seqs: readonly number[]): Promise<Payloads>;
  /** It could not be written on: the peer has to come back. */
  onBroken(error: unknown): void;
}

/** The sending side of a participant's stream: keeps its order also where a payload has to be fetched first. */
export class OpenStream {
  /** The highest that the peer has acknowledged by frame. */
  cursor: number | null;
  #reading: Promise<void> | null = null;
  #isClosed = false;

  constructor(readonly options: OpenStreamOptions) {
    this.cursor = options.cursor;
  }

  write(messages: readonly Message[], batch: number | null): void {
    const missing = missingPayloads(messages);
    if (missing.length === 0 && this.#reading === null) return this.#send(messages, batch);
    this.#then(async () =>
      this.#send(messages, batch, missing.length > 0 ? await this.options.read(missing) : undefined),
    );
  }

  close(reason: RelayCloseReason): void {
    if (this.#reading === null) return this.#end(reason);
    this.#then(() => this.#end(reason));
  }

  /** The socket is gone: nothing is written any more. */
  drop(): void {
    this.#isClosed = true;
  }

  #then(act: () => void | Promise<void>): void {
    const mine: Promise<void> = (this.#reading ?? Promise.resolve())
      .then(act)
      .catch((error: unknown) => {
        this.#end("restart");
        this.options.onBroken(error);
      })
      .finally(() => {
        if (this.#reading === mine) this.#reading = null;
      });
    this.#reading = mine;
  }

  #send(messages: readonly Message[], batch: number | null, payloads?: Payloads): void {
    if (this.#isClosed) return;
    const now = this.options.now();
    this.options.sink.frames(
      messages.map((message) => frameText(message, now, payloads)),
      batch,
    );
  }

  #end(reason: RelayCloseReason): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.options.sink.close(reason);
  }
}
