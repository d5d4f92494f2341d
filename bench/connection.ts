import { connect, type Socket } from "node:net";

export interface Reply {
  status: number;
  headers: string;
  body: string;
}

/**
 * One keep-alive HTTP/1.1 connection with one request in flight. It does as little as possible, so that the load
 * generator does not take the processor from the server it measures.
 */
export class Connection {
  #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #settle: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | null = null;
  readonly #host: string;

  constructor(origin: string) {
    const { hostname, port, host } = new URL(origin);
    this.#host = host;
    this.#socket = connect(Number(port), hostname);
    this.#socket.setNoDelay(true);
    this.#socket.on("data", (chunk) => this.#take(chunk));
    this.#socket.on("error", (error) => this.#settle?.reject(error));
    this.#socket.on("close", () => this.#settle?.reject(new Error("connection closed")));
  }

  /** Sends one request and resolves with the whole reply. */
  request(method: string, path: string, headers: Record<string, string>, body = ""): Promise<Reply> {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = body ? `content-length: ${Buffer.byteLength(body)}\r\n` : "";
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${lines.join("")}${length}\r\n${body}`);
    });
  }

  close(): void {
    this.#settle = null;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const reply = parse(this.#received);
    if (!reply) return;
    this.#received = Buffer.alloc(0);
    const settle = this.#settle;
    this.#settle = null;
    settle?.resolve(reply);
  }
}

function parse(bytes: Buffer): Reply | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const headers = bytes.toString("latin1", 0, end);
  const status = Number(headers.slice(9, 12));
  const rest = bytes.subarray(end + 4);
  const length = /^content-length: (\d+)/im.exec(headers)?.[1];
  if (length !== undefined) {
    return rest.length < Number(length) ? null : { status, headers, body: rest.toString("utf8", 0, Number(length)) };
  }
  if (/^transfer-encoding: chunked/im.test(headers)) {
    const body = unchunk(rest);
    return body === null ? null : { status, headers, body };
  }
  return { status, headers, body: "" };
}

function unchunk(bytes: Buffer): string | null {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const line = bytes.indexOf("\r\n", at);
    if (line < 0) return null;
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    if (bytes.length < line + 2 + size + 2) return null;
    if (size === 0) return Buffer.concat(parts).toString("utf8");
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
