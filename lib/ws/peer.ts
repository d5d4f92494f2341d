import type { Duplex } from "node:stream";
import type { Ending } from "@/lib/ws/close";
import { Heartbeat } from "@/lib/ws/heartbeat";
import { Corks } from "@/lib/ws/outlet";
import { WebSocket, type RawData } from "ws";

const corks = new Corks(setImmediate);

export interface PeerOptions {
  pingMs: number;
  /** The longest frame it may send. */
  maxFrameBytes: number;
}

/** The other end of a socket: what every stream needs of it, whatever the stream is. */
export class Peer {
  /** A text frame came; whatever else comes ends the socket. */
  onText: (text: string) => void = () => undefined;
  /** The peer has read everything that was written before `ask` of this number. */
  onAnswer: (number: number) => void = () => undefined;
  onDrained: () => void = () => undefined;
  #closed: (() => void) | null = null;
  #forRoom: (() => void)[] = [];

  constructor(
    private readonly socket: WebSocket,
    private readonly raw: Duplex,
    { pingMs, maxFrameBytes }: PeerOptions,
  ) {
    const heart = new Heartbeat(
      () => socket.ping(),
      () => this.close({ code: 4408, reason: "keepalive_lost" }),
    );
    const beats = setInterval(() => heart.beat(), pingMs);
    socket.on("message", (data, isBinary) => {
      heart.heard();
      const text = isBinary ? null : textWithin(data, maxFrameBytes);
      if (text === null) this.close({ code: 4400, reason: "bad_request" });
      else this.onText(text);
    });
    socket.on("pong", (data) => {
      heart.heard();
      if (data.length > 0) this.onAnswer(Number(data.toString("latin1")));
    });
    raw.on("drain", () => {
      this.onDrained();
      this.#tellRoom();
    });
    // What is wrong with the connection is followed by its end.
    socket.on("error", () => undefined);
    socket.once("close", () => {
      clearInterval(beats);
      this.#closed?.();
      this.#tellRoom();
    });
  }

  /** Says once that the socket has ended, also where it has ended already. */
  onClosed(tell: () => void): void {
    if (this.socket.readyState === WebSocket.CLOSED) tell();
    else this.#closed = tell;
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Bytes that were written and have not left this process. */
  get waiting(): number {
    return this.socket.bufferedAmount;
  }

  /** Resolves when no more than so many bytes are waiting, or when nobody will take them any more. */
  async room(bound: number): Promise<void> {
    if (this.isOpen && this.waiting > bound) await new Promise<void>((resolve) => this.#forRoom.push(resolve));
  }

  #tellRoom(): void {
    for (const tell of this.#forRoom.splice(0)) tell();
  }

  send(texts: readonly string[]): void {
    if (!this.isOpen) return;
    corks.writing(this.raw, texts.length);
    for (const text of texts) this.socket.send(text);
  }

  /** Asks the peer to show that it has read so far. */
  ask(number: number): void {
    if (this.isOpen) this.socket.ping(String(number));
  }

  close({ code, reason }: Ending): void {
    this.socket.close(code, reason);
  }
}

function textWithin(data: RawData, limit: number): string | null {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
  return bytes.length > limit ? null : bytes.toString("utf8");
}
