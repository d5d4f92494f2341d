import { once } from "node:events";
import type { Json, Member, Session } from "@/e2e/relay/support/relay";
import { WebSocket, type ClientOptions } from "ws";

export interface Frame {
  name: string;
  payload: Json;
  seq: number | null;
  redelivered?: true;
  to?: string[];
  author?: Json;
}

/** A WebSocket client that keeps every frame and can be asked for the next one. */
export class Stream {
  readonly frames: Frame[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  #taken = 0;
  #waiting: (() => void)[] = [];

  constructor(readonly socket: WebSocket) {
    socket.on("message", (data) => {
      this.frames.push(JSON.parse(String(data)) as Frame);
      this.#wake();
    });
    socket.on("error", () => undefined);
    this.closed = new Promise((resolve) =>
      socket.once("close", (code, reason) => {
        resolve({ code, reason: String(reason) });
        this.#wake();
      }),
    );
  }

  /** The next frame, or the next one of that name: what is between is passed over. */
  async next(name?: string): Promise<Frame> {
    for (;;) {
      const frame = this.frames[this.#taken];
      if (frame !== undefined) {
        this.#taken += 1;
        if (name === undefined || frame.name === name) return frame;
      } else if (this.socket.readyState === WebSocket.CLOSED) throw new Error(`closed before ${name ?? "a frame"}`);
      else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async opened(): Promise<this> {
    if (this.socket.readyState === WebSocket.CONNECTING) await once(this.socket, "open");
    return this;
  }

  ack(seq: number): void {
    this.socket.send(JSON.stringify({ ack: seq }));
  }

  close(): void {
    this.socket.close();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

interface Attach {
  query?: string;
  protocols?: string[];
  options?: ClientOptions;
  /** Instead of the relay's own. */
  origin?: string;
}

/** A participant's stream, by the token in its address unless `protocols` or `options` say who it is. */
export function attach(member: Member, more: Attach = {}): Promise<Stream> {
  return open(member.session, "participants/me/events", member.token, more).opened();
}

/** The firehose, by the supervisor's token. */
export function watch(session: Session, more: Attach & { token?: string } = {}): Promise<Stream> {
  return open(session, "firehose", more.token ?? session.supervisor, more).opened();
}

/** A socket that may be refused. */
export function open(
  session: Session,
  stream: "participants/me/events" | "firehose",
  token: string | null,
  { query = "", protocols = [], options = {}, origin }: Attach = {},
): Stream {
  const isInAddress = token !== null && protocols.length === 0 && options.headers === undefined;
  const address = new URL(session.url(stream));
  if (origin !== undefined) address.host = new URL(origin).host;
  if (isInAddress) address.searchParams.set("token", token);
  return new Stream(new WebSocket(`${address}${address.search === "" ? "?" : "&"}${query}`, protocols, options));
}
