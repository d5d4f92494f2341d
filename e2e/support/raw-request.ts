import { connect } from "node:net";

export interface RawReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends bytes as they stand and reads one reply; for what no HTTP client would send. */
export async function rawRequest(origin: string, ...chunks: (string | Uint8Array)[]): Promise<RawReply> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname === "localhost" ? "127.0.0.1" : hostname, port: Number(port) });
    let received = "";
    const settle = (): void => {
      const reply = parse(received);
      if (reply === null) return;
      socket.destroy();
      resolve(reply);
    };
    socket.setEncoding("latin1");
    socket.on("connect", () => void writeAll(chunks));
    socket.on("data", (chunk: string) => {
      received += chunk;
      settle();
    });
    socket.on("error", (error) => (parse(received) === null ? reject(error) : settle()));
    socket.on("close", () => {
      settle();
      reject(new Error(`closed after ${JSON.stringify(received.slice(0, 200))}`));
    });

    async function writeAll(parts: (string | Uint8Array)[]): Promise<void> {
      for (const part of parts) {
        if (socket.destroyed) return;
        await new Promise((done) => socket.write(part, () => done(undefined)));
      }
    }
  });
}

function parse(received: string): RawReply | null {
  const end = received.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [first = "", ...lines] = received.slice(0, end).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const status = Number(first.split(" ")[1]);
  if (status === 100) return parse(received.slice(end + 4));
  const body = received.slice(end + 4);
  const length = Number(headers["content-length"] ?? 0);
  return body.length < length ? null : { status, headers, body };
}
