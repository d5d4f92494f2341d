import { AckReply, DrainReply, WaitReply } from "@sess.si/protocol";
import { decode, type Schema } from "../../decode.js";
import { SessError } from "../../error.js";
import { exchange } from "../../exchange.js";
import { refusal } from "../../refusal.js";
import { isWorthRetrying } from "../../send.js";
import type { Peer } from "../../settings.js";
import { typed } from "../errors.js";
import type { Feed, Wanted } from "./feed.js";
import type { Mailbox } from "./mailbox.js";
import { Outage } from "./outage.js";

/** A silent request is cut by many a proxy after 60 s, so a longer wait is several polls. */
const LONGEST_POLL_SECONDS = 50;
/** The relay sends at most 8 MiB of payloads in one reply. */
const MAX_REPLY_BYTES = 16 * 1024 * 1024;
/** What the relay counts in a list of names; a wait for more of them is a wait for all. */
const MAX_NAMES = 32;
/** An empty reply that comes sooner did not wait. */
const EARLY_MS = 1_000;
/** Even who wants no more than a look is tried for again after a pause of this length. */
const LEAST_PATIENCE_MS = 1_000;

interface Poll {
  names: ReadonlySet<string> | null;
  abort: AbortController;
  done: Promise<SessError | null>;
}

/** What a reply held, and what of it was new. */
interface Arrival {
  total: number;
  fresh: number;
}

interface Deps {
  peer: Peer;
  /** `…/participants/me/inbox` */
  path: string;
  mailbox: Mailbox;
  outage: Outage;
}

/** Events by long poll: one request at a time, for whatever all readers together wait for. */
export class PollFeed implements Feed {
  readonly #deps: Deps;
  readonly #readers = new Set<Wanted>();
  /** Polls that end at once with nothing. */
  readonly #idling: Outage;
  #poll: Poll | null = null;
  #flushed = 0;
  /** The last reply held only what was there already, which its successor's cursor covers. */
  #wasRepeat = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#idling = new Outage(deps.peer.clock);
  }

  /** A reader begins; until it leaves, polls ask for what it wants too. */
  enter(reader: Wanted): void {
    this.#readers.add(reader);
  }

  leave(reader: Wanted): void {
    this.#readers.delete(reader);
    if (this.#readers.size === 0) this.interrupt();
  }

  more({ names, signal }: Wanted): Promise<SessError | null> {
    if (this.#poll && !covers(this.#poll.names, names)) this.#poll.abort.abort();
    this.#poll ??= this.#start();
    return orAborted(this.#poll.done, signal);
  }

  /** Ends the poll under way; what its reply may have held comes again. */
  interrupt(): void {
    this.#poll?.abort.abort();
  }

  /** Whatever the relay holds for this participant now, up to what fits into one reply. */
  async drain(signal: AbortSignal): Promise<SessError | null> {
    const outcome = await this.#ask("drain", {}, { schema: DrainReply, waitMs: 0, until: 0, signal });
    return outcome instanceof SessError ? outcome : null;
  }

  /** Acknowledges what the consumer has dealt with; whoever asks again does so anyway. */
  async flush(): Promise<void> {
    const { cursor } = this.#deps.mailbox.ledger;
    if (cursor <= this.#flushed) return;
    const body = { last_acked_seq: cursor };
    const failed = await this.#exchange("ack", body, { schema: AckReply, waitMs: 0, signal: undefined }).catch(
      () => true,
    );
    if (failed !== true) this.#flushed = cursor;
  }

  #start(): Poll {
    const abort = new AbortController();
    const names = unionOf([...this.#readers].map((reader) => reader.names));
    const until = Math.min(...[...this.#readers].map((reader) => reader.until));
    const done = this.#run(names, until, abort.signal).finally(() => (this.#poll = null));
    // Readers look at it themselves; one that has left must not make its failure an unhandled one.
    done.catch(() => {});
    return { names, abort, done };
  }

  async #run(names: Poll["names"], until: number, signal: AbortSignal): Promise<SessError | null> {
    const { clock } = this.#deps.peer;
    const started = clock.now();
    const seconds = Math.min(LONGEST_POLL_SECONDS, Math.max(0, until - started) / 1000);
    const body = { timeout_seconds: seconds, ...(names && { names: [...names] }) };
    const outcome = await this.#ask("wait", body, { schema: WaitReply, waitMs: seconds * 1000, until, signal });
    if (outcome === null || outcome instanceof SessError) return outcome;
    const isRepeat = outcome.total > 0 && outcome.fresh === 0;
    const isVain = outcome.fresh === 0 && (!isRepeat || this.#wasRepeat);
    const isEarly = isVain && clock.now() - started < Math.min(EARLY_MS, seconds * 1000);
    this.#wasRepeat = isRepeat;
    if (isEarly) await this.#pause(this.#idling.failed(), until, signal);
    else this.#idling.recovered();
    return null;
  }

  /** What arrived; the failure, after a pause, where another try may succeed; null when the signal ended. */
  async #ask(
    verb: "wait" | "drain",
    body: object,
    how: { schema: Schema<WaitReply | DrainReply>; waitMs: number; until: number; signal: AbortSignal },
  ): Promise<Arrival | SessError | null> {
    const { mailbox, outage } = this.#deps;
    const cursor = mailbox.ledger.cursorForCall;
    try {
      const { messages, gap } = await this.#exchange(verb, { ...body, last_acked_seq: cursor }, how);
      this.#flushed = Math.max(this.#flushed, cursor);
      outage.reached();
      outage.recovered();
      const arrival = { total: messages.length, fresh: mailbox.receive(messages, gap) };
      mailbox.ledger.arrived(arrival);
      return gap ? { total: arrival.total + 1, fresh: arrival.fresh + 1 } : arrival;
    } catch (error) {
      mailbox.ledger.lost();
      if (how.signal.aborted) return null;
      if (!(error instanceof SessError) || !isPassing(error)) throw typed(error);
      await this.#pause(outage.failed(error), how.until, how.signal);
      return error;
    }
  }

  async #exchange<T>(
    verb: string,
    body: object,
    { schema, waitMs, signal }: { schema: Schema<T>; waitMs: number; signal: AbortSignal | undefined },
  ): Promise<T> {
    const { peer, path } = this.#deps;
    const reply = await exchange(peer, {
      method: "POST",
      path: `${path}/${verb}`,
      body: JSON.stringify(body),
      waitMs,
      signal,
      maxReplyBytes: MAX_REPLY_BYTES,
    });
    if (reply.status >= 400) throw refusal(reply, peer.bearer);
    return decode(schema, reply);
  }

  #pause(ms: number, until: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps.peer;
    return clock.sleep(Math.min(ms, Math.max(LEAST_PATIENCE_MS, until - clock.now())), signal);
  }
}

/** Another wait is in flight: that of a connection which the relay still takes for alive, or of another program. */
function isPassing(error: SessError): boolean {
  return isWorthRetrying(error) || error.code === "wait_already_in_flight";
}

function covers(asked: Poll["names"], wanted: Poll["names"]): boolean {
  if (asked === null) return true;
  return wanted !== null && [...wanted].every((name) => asked.has(name));
}

function unionOf(sets: Poll["names"][]): Poll["names"] {
  const names = new Set<string>();
  for (const set of sets) {
    if (set === null) return null;
    for (const name of set) names.add(name);
  }
  return names.size > MAX_NAMES ? null : names;
}

function orAborted(done: Poll["done"], signal: AbortSignal): Poll["done"] {
  return new Promise((resolve, reject) => {
    const leave = () => resolve(null);
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave);
    done.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
