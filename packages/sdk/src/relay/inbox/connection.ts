import { HelloFrame, InboxMessage } from "@sess.si/protocol";
import { isSessError, protocolError, type SessError } from "../../error.js";
import type { Peer } from "../../settings.js";
import type { Mailbox } from "./mailbox.js";
import { noWebSocket, type OpenWebSocket, type WebSocketEvent, type WebSocketLike } from "./web-socket.js";

const SUBPROTOCOL = "sessionweave.v1";
/** Acknowledging is cheap for the relay only when it is not done for every event. */
const ACK_AFTER_EVENTS = 64;
const ACK_AFTER_MS = 100;
const LONGEST_FAREWELL_MS = 2_000;
const NORMAL = 1000;
/** What a WebSocket reports that was cut. */
const CUT = 1006;

/** How a connection ended: whether the relay had said anything by then, and the fault of this side, if it was one. */
export interface Closed {
  code: number;
  hasSpoken: boolean;
  fault: SessError | null;
}

interface Deps {
  peer: Peer;
  sessionPath: string;
  mailbox: Mailbox;
  open: OpenWebSocket;
}

/** One WebSocket to the relay, which puts what comes into the mailbox and says what was taken out of it. */
export class Connection {
  readonly closed: Promise<Closed>;
  readonly #deps: Deps;
  readonly #onHello: () => void;
  readonly #over = new AbortController();
  #end: (closed: Closed) => void = () => {};
  #socket: WebSocketLike | null = null;
  #isOpen = false;
  /** The relay may accept only to say by its close code why it does not; it is there once it has said something. */
  #hasSpoken = false;
  #acked = 0;
  #settledSince = 0;
  #ackTimer = false;

  constructor(deps: Deps, onHello: () => void) {
    this.#deps = deps;
    this.#onHello = onHello;
    this.closed = new Promise((resolve) => {
      this.#end = (closed) => {
        this.#over.abort();
        resolve(closed);
      };
    });
    void this.#begin();
  }

  /** Tells the relay up to where the consumer has dealt with what came. */
  ack(): void {
    const { cursor } = this.#deps.mailbox.ledger;
    this.#settledSince = 0;
    if (!this.#isOpen || cursor <= this.#acked) return;
    this.#acked = cursor;
    this.#socket?.send(JSON.stringify({ ack: cursor }));
  }

  /** The same, together with what is dealt with in the next moment. */
  ackSoon(): void {
    this.#settledSince += 1;
    if (this.#settledSince >= ACK_AFTER_EVENTS) return this.ack();
    if (this.#ackTimer) return;
    this.#ackTimer = true;
    void this.#deps.peer.clock.sleep(ACK_AFTER_MS, this.#over.signal).then(() => {
      this.#ackTimer = false;
      this.ack();
    });
  }

  /** Hangs up; resolves when the relay has hung up too, and so has read all that was sent, or after a moment. */
  async close(): Promise<void> {
    const left = new AbortController();
    const hungUp = new Promise<void>((resolve) => this.#socket?.addEventListener("close", () => resolve()));
    this.#socket?.close(NORMAL);
    this.#end({ code: NORMAL, hasSpoken: this.#hasSpoken, fault: null });
    if (!this.#isOpen) return;
    await Promise.race([hungUp, this.#deps.peer.clock.sleep(LONGEST_FAREWELL_MS, left.signal)]);
    left.abort();
  }

  async #begin(): Promise<void> {
    const { open, mailbox } = this.#deps;
    const cursor = mailbox.ledger.cursorForCall;
    try {
      const socket = await open(this.#url(cursor), this.#protocols());
      this.#socket = socket;
      socket.addEventListener("open", () => this.#opened(cursor));
      socket.addEventListener("message", (event) => this.#take(event));
      socket.addEventListener("close", ({ code = CUT }) =>
        this.#end({ code, hasSpoken: this.#hasSpoken, fault: null }),
      );
      // A close follows, and says as much.
      socket.addEventListener("error", () => {});
      if (this.#over.signal.aborted) socket.close(NORMAL);
      void this.#giveUpInTime();
    } catch {
      this.#end({ code: CUT, hasSpoken: false, fault: noWebSocket() });
    }
  }

  /** Some networks answer an upgrade with silence. */
  async #giveUpInTime(): Promise<void> {
    const { clock, timeoutMs } = this.#deps.peer;
    await clock.sleep(timeoutMs, this.#over.signal);
    if (this.#isOpen || this.#over.signal.aborted) return;
    this.#socket?.close();
    this.#end({ code: CUT, hasSpoken: false, fault: null });
  }

  #opened(cursor: number): void {
    this.#isOpen = true;
    // The first one also tells the relay that this peer acknowledges by itself, before a pong could do it instead.
    this.#acked = cursor;
    this.#socket?.send(JSON.stringify({ ack: cursor }));
  }

  #take({ data }: WebSocketEvent): void {
    if (this.#over.signal.aborted) return;
    try {
      this.#receive(parse(data));
    } catch (error) {
      if (!isSessError(error)) throw error;
      this.#socket?.close(NORMAL);
      this.#end({ code: NORMAL, hasSpoken: true, fault: error });
    }
  }

  #receive(frame: unknown): void {
    const { mailbox } = this.#deps;
    if (!this.#hasSpoken) {
      this.#hasSpoken = true;
      mailbox.ledger.arrived({ total: 0, fresh: 0 });
      this.#onHello();
    }
    const hello = HelloFrame.safeParse(frame);
    if (hello.success) return void mailbox.receive([], hello.data.payload.gap);
    const message = InboxMessage.safeParse(frame);
    if (!message.success) throw unexpected();
    mailbox.receive([message.data]);
  }

  #url(cursor: number): string {
    const { peer, sessionPath } = this.#deps;
    const query = new URLSearchParams({ last_acked_seq: String(cursor) });
    if (!this.#fitsHeader()) query.set("token", peer.bearer ?? "");
    return `${peer.origin.replace(/^http/, "ws")}${sessionPath}/participants/me/events?${query}`;
  }

  /** In a header, where no log keeps it, if it can stand there. */
  #protocols(): string[] {
    return this.#fitsHeader() ? [SUBPROTOCOL, `bearer.${this.#deps.peer.bearer}`] : [SUBPROTOCOL];
  }

  #fitsHeader(): boolean {
    return /^[A-Za-z0-9._~+-]+$/.test(this.#deps.peer.bearer ?? "");
  }
}

function parse(data: unknown): unknown {
  try {
    if (typeof data === "string") return JSON.parse(data);
  } catch {
    // It is refused like everything else that is no frame.
  }
  throw unexpected();
}

function unexpected(): SessError {
  return protocolError("unexpected_frame", "The relay sent what is no event.");
}
