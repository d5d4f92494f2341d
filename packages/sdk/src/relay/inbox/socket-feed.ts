import { RELAY_CLOSE_CODES, type RelayCloseReason } from "@sess.si/protocol";
import { SessError } from "../../error.js";
import { exchange } from "../../exchange.js";
import { refusal } from "../../refusal.js";
import type { Peer } from "../../settings.js";
import { removedError, typed } from "../errors.js";
import { Connection, type Closed } from "./connection.js";
import type { Feed, Wanted } from "./feed.js";
import type { Mailbox } from "./mailbox.js";
import type { Outage } from "./outage.js";
import type { OpenWebSocket } from "./web-socket.js";

/** How a stream came to its end: as it should, by what no new connection can mend, or for want of any connection. */
export type StreamEnd = "done" | "no socket" | SessError;

export interface SocketDeps {
  peer: Peer;
  /** `/v1/sessions/{sid}` */
  sessionPath: string;
  mailbox: Mailbox;
  outage: Outage;
  open: OpenWebSocket;
  /** Whether long polls will do where no socket gets through. */
  mayGiveUp: boolean;
}

/** So many connections that never opened, while the relay can be reached otherwise, are no accident. */
const HOPELESS = 2;
/** A connection that lived as long as this was a good one. */
const STABLE_MS = 10_000;

/** Events by WebSocket: connects, and connects again, until it is stopped or the stream is over. */
export class SocketFeed implements Feed {
  end: StreamEnd | null = null;
  readonly #deps: SocketDeps;
  readonly #stopped = new AbortController();
  #connection: Connection | null = null;
  #hasOpened = false;
  #neverOpened = 0;

  constructor(deps: SocketDeps) {
    this.#deps = deps;
    deps.mailbox.onSettled = () => this.#connection?.ackSoon();
    void this.#run();
  }

  more({ until, signal }: Wanted): Promise<null> {
    const { mailbox, peer } = this.#deps;
    const ms = until - peer.clock.now();
    return new Promise((resolve) => {
      const left = new AbortController();
      const leave = () => {
        unwatch();
        signal.removeEventListener("abort", leave);
        left.abort();
        resolve(null);
      };
      const unwatch = mailbox.watch(leave);
      signal.addEventListener("abort", leave);
      if (ms <= 0 || signal.aborted) leave();
      else if (ms !== Infinity) void peer.clock.sleep(ms, left.signal).then(() => leave());
    });
  }

  /** Says what was taken, and hangs up. */
  async stop(): Promise<void> {
    this.#deps.mailbox.onSettled = () => {};
    this.#stopped.abort();
    this.#connection?.ack();
    await this.#connection?.close();
  }

  async #run(): Promise<void> {
    const { outage, peer, mailbox } = this.#deps;
    while (this.end === null && !this.#stopped.signal.aborted) {
      const began = peer.clock.now();
      const closed = await this.#connect();
      if (this.#stopped.signal.aborted) return;
      this.end = await this.#endOf(closed);
      if (this.end !== null) break;
      if (closed.hasSpoken && peer.clock.now() - began >= STABLE_MS) outage.recovered();
      await peer.clock.sleep(outage.failed(), this.#stopped.signal);
    }
    mailbox.nudge();
  }

  /** One connection, from its first moment to its last. */
  async #connect(): Promise<Closed> {
    const { mailbox, outage } = this.#deps;
    const connection = new Connection(this.#deps, () => {
      this.#hasOpened = true;
      this.#neverOpened = 0;
      outage.reached();
    });
    this.#connection = connection;
    const closed = await connection.closed;
    this.#connection = null;
    if (closed.hasSpoken) mailbox.ledger.lost();
    return closed;
  }

  async #endOf({ code, hasSpoken, fault }: Closed): Promise<StreamEnd | null> {
    if (fault !== null) return this.#deps.mayGiveUp && fault.kind === "configuration" ? "no socket" : fault;
    const reason = reasonOf(code);
    if (reason === "ended") return "done";
    if (reason === "removed") return removedError();
    const isFinal = reason !== null && !RELAY_CLOSE_CODES[reason].reconnect;
    if (!isFinal && hasSpoken) return null;
    // What the close did not say, the relay says to whoever asks.
    const said = await this.#ask();
    if (said !== null && !said.retryable) return said;
    if (isFinal) return closeError(reason);
    if (said !== null) return null;
    this.#neverOpened += 1;
    return this.#deps.mayGiveUp && !this.#hasOpened && this.#neverOpened >= HOPELESS ? "no socket" : null;
  }

  /** Whether the participant is still one; null when it is. */
  async #ask(): Promise<SessError | null> {
    const { peer, sessionPath } = this.#deps;
    try {
      const path = `${sessionPath}/access`;
      const reply = await exchange(peer, { method: "GET", path, signal: this.#stopped.signal });
      return reply.status < 400 ? null : asSessError(refusal(reply, peer.bearer));
    } catch (error) {
      return asSessError(error);
    }
  }
}

function asSessError(error: unknown): SessError {
  const one = typed(error);
  if (one instanceof SessError) return one;
  throw error;
}

function reasonOf(code: number): RelayCloseReason | null {
  const reasons = Object.keys(RELAY_CLOSE_CODES) as RelayCloseReason[];
  return reasons.find((reason) => RELAY_CLOSE_CODES[reason].code === code) ?? null;
}

const CLOSED: Partial<Record<RelayCloseReason, string>> = {
  replaced: "Another program has opened the events of this participant: only one may.",
  too_many: "The relay takes no more streams.",
  bad_request: "The relay could not read what this package sent.",
};

function closeError(reason: RelayCloseReason | null): SessError {
  const code = reason ?? "closed";
  return new SessError({
    kind: "api",
    code,
    message: CLOSED[code as RelayCloseReason] ?? `The relay closed the events: ${code}.`,
    outcome: "rejected",
  });
}
