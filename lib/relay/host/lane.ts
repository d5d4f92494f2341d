import { nextDeadline } from "@/lib/relay/core/deadlines";
import { type Call, type Decision, decide, react, type Signal } from "@/lib/relay/core/decide";
import type { Calls, CallType } from "@/lib/relay/core/calls";
import type { RelayEvent } from "@/lib/relay/core/event";
import type { SignalType } from "@/lib/relay/core/signals";
import type { RelaySession } from "@/lib/relay/core/state";
import type { Effect } from "@/lib/relay/core/step";
import type { Book } from "@/lib/relay/host/book";
import type { Alarm, Clock } from "@/lib/relay/host/clock";
import { leavingMemory } from "@/lib/relay/host/refusals";

/** What a decision came to, until it may be seen. */
interface Outcome {
  /** Of its journal; 0: nothing to wait for. */
  commit: number;
  events: readonly RelayEvent[];
  effects: readonly Effect[];
  seen: (() => void) | null;
  lost: ((error: unknown) => void) | null;
}

export interface LaneOptions {
  state: RelaySession;
  clock: Clock;
  /** Carries out what may be seen now: events for the firehoses first, then effects. */
  show(events: readonly RelayEvent[], effects: readonly Effect[]): void;
  /** The session is over, or leaves RAM, and everything of it was seen. */
  onGone(): void;
  /** Nothing that was not seen will ever be. Says what its callers are told. */
  onLost(error: unknown): unknown;
  onBytes(more: number): void;
  /** A fault of ours that no caller hears of. */
  onFault(error: unknown): void;
}

/**
 * One hot session: decides in the order of arrival, and lets everybody see what it decided in the same order, never
 * before it is committed. It may decide ahead of the commit in flight.
 */
export class Lane {
  state: RelaySession;
  /** It decides nothing any more: who calls waits until it is gone, and finds the session where it then is. */
  isClosing = false;
  #book: Book | null = null;
  #committed = 0;
  readonly #outcomes: Outcome[] = [];
  #isShowing = false;
  #alarm: { at: number; alarm: Alarm } | null = null;

  constructor(private readonly options: LaneOptions) {
    this.state = options.state;
  }

  /** A kept session is written down; without a book everything may be seen at once. */
  keep(book: Book): void {
    this.#book = book;
  }

  get journalBytes(): number {
    return this.#book?.bytes ?? 0;
  }

  call<T extends CallType>(call: Call<T>): Promise<Calls[T]["reply"]> {
    return new Promise((resolve, reject) => {
      if (this.isClosing) return reject(leavingMemory());
      const decision = decide(this.state, call, this.options.clock.now());
      const { reply } = decision;
      this.#take(decision, () => (reply.ok ? resolve(reply.value) : reject(reply.error)), reject);
    });
  }

  /** Decides a call whose reply is wanted in the very moment it may be seen, before its effects. */
  callNow<T extends CallType>(
    call: Call<T>,
    { seen, refused }: { seen(reply: Calls[T]["reply"]): void; refused(error: unknown): void },
  ): void {
    if (this.isClosing) return refused(leavingMemory());
    const decision = decide(this.state, call, this.options.clock.now());
    const { reply } = decision;
    this.#take(decision, () => (reply.ok ? seen(reply.value) : refused(reply.error)), refused);
  }

  signal<T extends SignalType>(signal: Signal<T>): void {
    if (this.isClosing) return;
    try {
      this.#take(react(this.state, signal, this.options.clock.now()), null, null);
    } catch (error) {
      this.options.onFault(error);
    }
  }

  /** Leaves RAM with everything written down. */
  retire(): void {
    if (this.isClosing) return;
    this.#close(this.#book?.end() ?? 0);
  }

  onCommitted(number: number): void {
    this.#committed = number;
    this.#show();
  }

  /** What it decided is not written, or nobody knows whether it is. */
  fail(error: unknown): void {
    this.isClosing = true;
    this.#stop();
    const outcomes = this.#outcomes.splice(0);
    this.options.onBytes(-this.state.buffer.bytes);
    const told = this.options.onLost(error);
    for (const { lost } of outcomes) lost?.(told);
  }

  #take(decision: Decision<unknown>, seen: Outcome["seen"], lost: Outcome["lost"]): void {
    const { events, effects, state } = decision;
    this.options.onBytes(state.buffer.bytes - this.state.buffer.bytes);
    this.state = state;
    const commit = this.#book?.add(decision) ?? 0;
    this.#outcomes.push({ commit, events, effects, seen, lost });
    const leaves = state.ended !== null || effects.some(({ type }) => type === "cold");
    if (leaves) this.#close(state.ended === null ? (this.#book?.end() ?? 0) : commit);
    else this.#arm();
    this.#show();
  }

  #close(commit: number): void {
    this.isClosing = true;
    this.#stop();
    this.#outcomes.push({ commit, events: [], effects: [], seen: () => this.#leave(), lost: null });
    this.#show();
  }

  #leave(): void {
    this.options.onBytes(-this.state.buffer.bytes);
    this.options.onGone();
  }

  #show(): void {
    if (this.#isShowing) return;
    this.#isShowing = true;
    try {
      for (let next = this.#outcomes[0]; next && next.commit <= this.#committed; next = this.#outcomes[0]) {
        this.#outcomes.shift();
        // Who opens a stream has it before the first frame; who waits for a promise hears later than everybody.
        next.seen?.();
        if (next.events.length > 0 || next.effects.length > 0) this.options.show(next.events, next.effects);
      }
    } finally {
      this.#isShowing = false;
    }
  }

  /** An alarm that is too early only looks again. */
  #arm(): void {
    const at = nextDeadline(this.state);
    if (at === null || (this.#alarm !== null && this.#alarm.at <= at)) return;
    this.#alarm?.alarm.cancel();
    const alarm = this.options.clock.at(at, () => {
      this.#alarm = null;
      this.signal({ type: "tick" });
    });
    this.#alarm = { at, alarm };
  }

  #stop(): void {
    this.#alarm?.alarm.cancel();
    this.#alarm = null;
    this.#book?.stop();
  }
}
