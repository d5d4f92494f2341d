import type { Call } from "@/lib/relay/core/decide";
import type { CallType } from "@/lib/relay/core/calls";
import type { Operation } from "@/lib/relay/core/operations";
import type { RelaySession } from "@/lib/relay/core/state";
import { Book } from "@/lib/relay/host/book";
import type { Budget } from "@/lib/relay/host/budget";
import type { Clock } from "@/lib/relay/host/clock";
import { Lane } from "@/lib/relay/host/lane";
import { Outlet } from "@/lib/relay/host/outlet";
import { journalFull, relayFull } from "@/lib/relay/host/refusals";
import type { Claimed, Journal } from "@/lib/relay/journal";
import type { RelayCloseReason, RelayError } from "@sess.si/protocol";

/** Where a session is written down, and how much of it is. */
export interface Kept extends Omit<Claimed, "stored"> {
  journal: Journal;
}

export interface HotOptions {
  clock: Clock;
  budget: Budget;
  /** Null: in RAM and nowhere else. */
  kept: Kept | null;
  onFault(error: unknown): void;
  onGone(isOver: boolean): void;
  /** Says what its callers are told. */
  onLost(error: unknown): RelayError;
}

/** What only makes a journal longer. Orders, answers, and what ends something still pass where it is full. */
const GROWS = new Set<CallType>(["send", "join", "update_self", "update_purpose"]);

/** A session in RAM: its lane, and those who listen to it. */
export class HotSession {
  readonly lane: Lane;
  readonly outlet: Outlet;
  readonly #whenGone: (() => void)[] = [];

  constructor(
    state: RelaySession,
    private readonly options: HotOptions,
  ) {
    const { clock, budget, kept, onFault } = options;
    this.outlet = new Outlet(clock, (signal) => this.lane.signal(signal));
    this.lane = new Lane({
      state,
      clock,
      show: (events, effects) => this.outlet.show(events, effects),
      onBytes: (more) => (budget.bytes += more),
      onGone: () => this.#go(() => options.onGone(this.lane.state.ended !== null)),
      onLost: (error) => this.#lose(error),
      onFault,
    });
    budget.bytes += state.buffer.bytes;
    if (kept) this.lane.keep(this.#book(state, kept));
  }

  #book(state: RelaySession, kept: Kept): Book {
    return new Book({
      ...kept,
      clock: this.options.clock,
      sessionId: state.id,
      state,
      onCommitted: (number) => this.lane.onCommitted(number),
      onFailed: (error) => this.lane.fail(error),
    });
  }

  get id(): string {
    return this.lane.state.id;
  }

  get ownerAccountId(): string | null {
    return this.lane.state.ownerAccountId;
  }

  get isKept(): boolean {
    return this.lane.state.persistence !== null;
  }

  /** Resolves when it is in RAM no more. */
  gone(): Promise<void> {
    return new Promise((resolve) => this.#whenGone.push(resolve));
  }

  /** Whether a call would take the relay, or the session's journal, further over its bounds. */
  isOverBounds(type: CallType): boolean {
    return GROWS.has(type) && this.#overBounds(type) !== null;
  }

  /** Refuses such a call, to whoever may ask for it at all. */
  async refuseGrowth({ type, caller }: Call): Promise<void> {
    await this.lane.call({ type: "permit", caller, operation: type as Operation });
    const refusal = this.#overBounds(type);
    if (refusal !== null) throw refusal;
  }

  #overBounds(type: CallType): RelayError | null {
    const { max_journal_bytes_per_session: most, max_buffer_bytes: room } = this.lane.state.rules.limits;
    if (type === "send" && this.options.budget.bytes > room) return relayFull("too much waits to be read", room);
    return this.isKept && this.lane.journalBytes >= most ? journalFull(most) : null;
  }

  /** Takes over those who went on listening while the session was not in RAM. */
  adopt({ streams, firehoses }: Outlet): void {
    for (const [streamId, stream] of streams) {
      this.outlet.streams.set(streamId, stream);
      const { caller } = stream.options;
      const input = { streamId, transport: "ws", cursor: stream.cursor, hello: false } as const;
      const refused = refusedTo(this.outlet.streams, streamId);
      this.lane.callNow<"open_stream">({ type: "open_stream", caller, ...input }, refused);
    }
    for (const [firehoseId, firehose] of firehoses) {
      this.outlet.firehoses.set(firehoseId, firehose);
      const { caller } = firehose;
      const refused = refusedTo(this.outlet.firehoses, firehoseId);
      this.lane.callNow<"open_firehose">({ type: "open_firehose", caller, firehoseId }, refused);
    }
  }

  #lose(error: unknown): RelayError {
    const told = this.options.onLost(error);
    this.#go(() => this.outlet.close(told));
    return told;
  }

  #go(act: () => void): void {
    act();
    for (const tell of this.#whenGone.splice(0)) tell();
  }
}

/** Who may listen no more hears so. */
function refusedTo(listeners: Map<string, { close(reason: RelayCloseReason): void }>, id: string) {
  return {
    seen: () => undefined,
    refused: () => {
      listeners.get(id)?.close("permission_denied");
      listeners.delete(id);
    },
  };
}
