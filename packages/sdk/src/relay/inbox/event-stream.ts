import type { RelayEvent } from "./relay-event.js";
import { isLast } from "./relay-event.js";
import type { Inbox } from "./inbox.js";
import type { ConnectionState } from "./outage.js";

/** Options of `events()`. */
export interface EventsOptions {
  /** Ends the loop with an error. */
  signal?: AbortSignal | undefined;
  /** Ends the loop quietly after this time. Default: never. */
  timeoutSeconds?: number | undefined;
  /** Called when the relay is lost and when it is back. */
  onConnection?: ((state: ConnectionState) => void) | undefined;
}

interface Deps {
  inbox: Inbox;
  participantId: string;
  until: number;
}

/** Events as they come, one by one. An event counts as dealt with when the next one is asked for, or the loop ends. */
export class EventStream implements AsyncIterableIterator<RelayEvent, undefined> {
  readonly #deps: Deps;
  readonly #caller: AbortSignal | undefined;
  readonly #ended = new AbortController();
  readonly #end = () => this.#ended.abort();
  readonly #close: (last: "acknowledge" | "drop") => Promise<void>;
  #inHand: RelayEvent[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  #isOver = false;
  #isClosed = false;

  constructor(deps: Deps, { signal, onConnection }: EventsOptions) {
    this.#deps = deps;
    this.#caller = signal;
    this.#close = deps.inbox.open(onConnection);
    signal?.addEventListener("abort", this.#end);
    if (signal?.aborted) this.#end();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<RelayEvent, undefined>> {
    const one = this.#turn.then(() => this.#next());
    this.#turn = one.catch(() => {});
    return one;
  }

  async return(): Promise<IteratorResult<RelayEvent, undefined>> {
    this.#end();
    await this.#turn;
    return this.#finish("acknowledge");
  }

  async #next(): Promise<IteratorResult<RelayEvent, undefined>> {
    this.#settle();
    if (this.#isOver) return this.#finish("drop");
    const [event] = await this.#take();
    if (event === undefined) return this.#finish("acknowledge");
    this.#inHand = [event];
    this.#isOver = isLast(event, this.#deps.participantId);
    return { done: false, value: event };
  }

  async #take(): Promise<RelayEvent[]> {
    const { inbox, until } = this.#deps;
    try {
      return await inbox.take({ names: null, max: 1, until, signal: this.#ended.signal, isStream: true });
    } catch (error) {
      const wasAborted = this.#ended.signal.aborted;
      void this.#finish(wasAborted ? "acknowledge" : "drop");
      if (wasAborted && !this.#caller?.aborted) return [];
      throw error;
    }
  }

  #settle(): void {
    this.#deps.inbox.settle(this.#inHand);
    this.#inHand = [];
  }

  async #finish(last: "acknowledge" | "drop"): Promise<IteratorReturnResult<undefined>> {
    this.#settle();
    this.#isOver = true;
    this.#caller?.removeEventListener("abort", this.#end);
    const isFirst = !this.#isClosed;
    this.#isClosed = true;
    if (isFirst) await this.#close(last);
    return { done: true, value: undefined };
  }
}
