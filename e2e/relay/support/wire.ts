import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A wire between clients and a server, which does what wires do. */
export interface Wire {
  origin: string;
  /** Breaks every connection; new ones are taken. */
  cut(): void;
  /** The next reply is cut off behind so many of its bytes. */
  cutAfter(bytes: number): void;
  /** What the server says is lost from now on, although it was taken. */
  swallow(): void;
  /** Nothing passes any more in either direction, and nobody is told. */
  freeze(): void;
  /** What the server says takes so long. */
  delay(ms: number): void;
  /** Loses nothing any more. */
  mend(): void;
  close(): Promise<void>;
}

export async function wireTo(target: string): Promise<Wire> {
  const port = Number(new URL(target).port);
  const pairs = new Set<[Socket, Socket]>();
  let left: number | null = null;
  let lagMs = 0;
  let mode: "whole" | "swallow" | "freeze" = "whole";

  const answer = (client: Socket, chunk: Buffer): void => {
    if (client.destroyed || mode !== "whole") return;
    if (left === null) return void client.write(chunk);
    const part = chunk.subarray(0, left);
    left -= part.length;
    client.write(part, () => {
      if (left !== 0) return;
      left = null;
      client.resetAndDestroy();
    });
  };
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    client.on("data", (chunk) => mode !== "freeze" && upstream.write(chunk));
    upstream.on("data", (chunk) => {
      if (lagMs === 0) answer(client, chunk);
      else setTimeout(() => answer(client, chunk), lagMs);
    });
    for (const socket of pair) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        // A frozen wire carries no goodbye either.
        if (mode === "freeze") return;
        pairs.delete(pair);
        pair.forEach((one) => one.destroy());
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = (): void => {
    pairs.forEach((pair) => pair.forEach((socket) => socket.resetAndDestroy()));
    pairs.clear();
  };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    cutAfter: (bytes) => void (left = bytes),
    swallow: () => void (mode = "swallow"),
    freeze: () => void (mode = "freeze"),
    delay: (ms) => void (lagMs = ms),
    mend: () => {
      [mode, lagMs, left] = ["whole", 0, null];
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
