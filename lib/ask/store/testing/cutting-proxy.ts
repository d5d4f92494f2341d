import { once } from "node:events";
import { type AddressInfo, createServer, connect, type Socket } from "node:net";

export interface CuttingProxy {
  /** The database by way of the proxy. */
  url: string;
  /** Cuts the next statement's connection once: before it is sent on, or after it was done and before the reply. */
  cutNext(moment: "before" | "reply_lost"): void;
  cuts: number;
  close(): Promise<void>;
}

/** A wire between driver and Postgres that the test can cut. */
export async function openCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(databaseUrl);
  let armed: "before" | "reply_lost" | null = null;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
    const cut = () => {
      armed = null;
      proxy.cuts += 1;
      client.destroy();
    };
    client.on("data", (bytes) => (armed === "before" ? cut() : upstream.write(bytes)));
    upstream.on("data", (bytes) => {
      if (armed === "reply_lost" && saysReady(bytes)) cut();
      else client.write(bytes);
    });
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  const proxy: CuttingProxy = {
    url: url.href,
    cuts: 0,
    cutNext: (moment) => void (armed = moment),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return proxy;
}

/** ReadyForQuery outside a transaction: what was asked is committed. */
function saysReady(bytes: Buffer): boolean {
  return bytes.subarray(-6).equals(Buffer.from([0x5a, 0, 0, 0, 5, 0x49]));
}
