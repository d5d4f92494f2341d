import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface FaultyProxy {
  origin: string;
  /** Breaks every connection; new ones are taken. */
  cut(): void;
  /** What the server says from now on is lost, although the server thinks that it was sent. */
  swallow(): void;
  /** Breaks every connection and takes no new ones. */
  down(): void;
  /** Takes connections again and loses nothing. */
  up(): void;
  /** Resolves when a connection is there, at once if there is one. */
  connected(): Promise<void>;
  stop(): Promise<void>;
}

/** A wire between a client and a server of this machine that does what wires do. */
export async function faultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Socket[]>();
  let isDown = false;
  let swallows = false;
  const server = createServer((client) => {
    if (isDown) return void client.destroy();
    const upstream = connect(Number(port), hostname);
    const pair = [client, upstream];
    pairs.add(pair);
    for (const socket of pair) socket.setNoDelay();
    client.on("data", (chunk) => upstream.write(chunk));
    upstream.on("data", (chunk) => swallows || client.write(chunk));
    for (const socket of pair) {
      socket.on("error", () => {});
      socket.on("close", () => {
        pairs.delete(pair);
        for (const one of pair) one.destroy();
      });
    }
    server.emit("paired");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy();
    pairs.clear();
  };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    swallow: () => void (swallows = true),
    down: () => {
      isDown = true;
      cut();
    },
    up: () => void (isDown = swallows = false),
    connected: async () => void (pairs.size > 0 || (await once(server, "paired"))),
    stop: async () => {
      cut();
      await new Promise((done) => server.close(done));
    },
  };
}
