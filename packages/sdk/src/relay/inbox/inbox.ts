import { isSessError } from "../../error.js";
import { aborted } from "../../exchange.js";
import type { Peer } from "../../settings.js";
import type { RelayTransport } from "../settings.js";
import type { Feed, Wanted } from "./feed.js";
import { Mailbox } from "./mailbox.js";
import { Outage, type ConnectionState } from "./outage.js";
import { PollFeed } from "./poll-feed.js";
import type { RelayEvent } from "./relay-event.js";
import { SocketFeed } from "./socket-feed.js";
import type { OpenWebSocket } from "./web-socket.js";

export interface InboxOptions {
  peer: Peer;
  /** `/v1/sessions/{sid}` */
  sessionPath: string;
  transport: RelayTransport;
  open: OpenWebSocket;
  lastAckedSeq: number;
}

export interface TakeOptions extends Wanted {
  max: number;
  /** A stream is over when its transport says so; another reader may still ask. */
  isStream: boolean;
}

/** Tries before a failure is one, for a reader whose time is up. */
const TRIES = 4;
const NEVER = new AbortController().signal;

/**
 * The inbox of one participant: what came, in order, for any number of readers, each event for one of them. While a
 * stream is open events come by its transport; otherwise readers poll.
 */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #mailbox: Mailbox;
  readonly #outage: Outage;
  readonly #polls: PollFeed;
  #socket: SocketFeed | null = null;
  #streams = 0;
  #hasLeft = false;
  #transport: RelayTransport;

  constructor(options: InboxOptions) {
    const { peer, sessionPath, transport, lastAckedSeq } = options;
    this.#options = options;
    this.#transport = transport;
    this.#mailbox = new Mailbox(lastAckedSeq);
    this.#outage = new Outage(peer.clock);
    const path = `${sessionPath}/participants/me/inbox`;
    this.#polls = new PollFeed({ peer, path, mailbox: this.#mailbox, outage: this.#outage });
  }

  /** Everything up to here was dealt with. */
  get cursor(): number {
    return this.#mailbox.ledger.cursor;
  }

  /** Takes events of these names, waiting for the first of them; none when the time is up, or the stream is over. */
  async take(wanted: TakeOptions): Promise<RelayEvent[]> {
    this.#polls.enter(wanted);
    try {
      return await this.#take(wanted);
    } catch (error) {
      if (wanted.isStream && this.#isOver(error)) return [];
      throw error;
    } finally {
      this.#polls.leave(wanted);
    }
  }

  async #take(wanted: TakeOptions): Promise<RelayEvent[]> {
    const { clock } = this.#options.peer;
    let failures = 0;
    let hasLooked = false;
    for (;;) {
      const found = this.#mailbox.take(wanted.names, wanted.max);
      if (found.length > 0) return found;
      if (wanted.signal.aborted) throw aborted("not_sent");
      const feed = this.#feed(wanted);
      const isTimeUp = clock.now() >= wanted.until;
      if (feed === null || (hasLooked && isTimeUp)) return [];
      const failure = await feed.more(wanted);
      hasLooked ||= failure === null;
      failures = failure === null ? 0 : failures + 1;
      if (failure !== null && !hasLooked && isTimeUp && failures >= TRIES) throw failure;
    }
  }

  /** Who does not listen at that moment is not told that the session ended or that it left: there is nobody any more. */
  #isOver(error: unknown): boolean {
    if (!isSessError(error)) return false;
    if (error.code === "session_not_found") return this.#outage.wasReached;
    return error.code === "participant_evicted" && this.#hasLeft;
  }

  /** Takes whatever there is, without waiting. */
  async drain(signal: AbortSignal = NEVER): Promise<RelayEvent[]> {
    for (let tries = 1; this.#socket === null; tries += 1) {
      const failure = await this.#polls.drain(signal);
      if (signal.aborted) throw aborted("unknown");
      if (failure === null) break;
      if (tries >= TRIES) throw failure;
    }
    return this.#mailbox.take(null, Infinity);
  }

  /** The participant has left by itself. */
  leave(): void {
    this.#hasLeft = true;
  }

  /** The consumer has dealt with these. */
  settle(events: readonly RelayEvent[]): void {
    this.#mailbox.settle(events);
  }

  /** A stream begins: events come by its transport from now on. Returns what ends that. */
  open(onConnection?: (state: ConnectionState) => void): (last: "acknowledge" | "drop") => Promise<void> {
    if (onConnection) this.#outage.listeners.add(onConnection);
    this.#streams += 1;
    if (this.#streams === 1 && this.#transport !== "poll") this.#attach();
    return async (last) => {
      if (onConnection) this.#outage.listeners.delete(onConnection);
      this.#streams -= 1;
      if (this.#streams > 0) return;
      const socket = this.#socket;
      this.#socket = null;
      const stopped = socket?.stop();
      // Whoever waited for the socket polls from now on.
      this.#mailbox.nudge();
      if (last === "acknowledge") await (stopped ?? this.#polls.flush());
    };
  }

  #attach(): void {
    const { peer, sessionPath, open } = this.#options;
    const mayGiveUp = this.#transport === "auto";
    this.#polls.interrupt();
    this.#socket = new SocketFeed({
      peer,
      sessionPath,
      open,
      mayGiveUp,
      mailbox: this.#mailbox,
      outage: this.#outage,
    });
  }

  /** Where events come from now; null when the stream is over. Throws what it ended with. */
  #feed({ isStream }: TakeOptions): Feed | null {
    const end = this.#socket?.end ?? null;
    if (end === null) return this.#socket ?? this.#polls;
    if (end === "no socket") {
      this.#transport = "poll";
      this.#socket = null;
    } else if (isStream) {
      if (end === "done") return null;
      throw end;
    }
    return this.#polls;
  }
}
