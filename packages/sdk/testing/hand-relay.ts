import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { event, joined, waited } from "./relay-replies.js";

export interface Peer {
  socket: WebSocket;
  url: string;
  protocols: string;
  /** What the client sent, parsed. */
  frames: unknown[];
  hello(more?: object): void;
  say(...messages: object[]): void;
}

/** A relay that is told by hand what to do with each stream. */
export class HandRelay {
  origin = "";
  readonly peers: Peer[] = [];
  /** What `GET …/access` says. */
  access: { status: number; json: unknown } = {
    status: 200,
    json: { role: "participant", participant_id: "p-00000001", session_state: "hot" },
  };
  upgrades: "taken" | "refused" | "ignored" = "taken";
  attempts = 0;
  onPeer: (peer: Peer) => void = (peer) => peer.hello();
  readonly #server = createServer((request, response) => {
    const { status, json } = this.#reply(request.url ?? "");
    request.resume().on("end", () => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(json));
    });
  });
  readonly #sockets = new WebSocketServer({ noServer: true, handleProtocols: () => "sessionweave.v1" });
  readonly #raw = new Set<Duplex>();
  #watchers: (() => void)[] = [];
  #polls = 0;

  #reply(url: string): { status: number; json: unknown } {
    if (url.endsWith("/participants")) return joined();
    if (url.endsWith("/access")) return this.access;
    this.#polls += 1;
    return { status: 200, ...waited([event(this.#polls, "polled")]) };
  }

  async start(): Promise<void> {
    this.#server.on("upgrade", (request, raw, head) => {
      this.attempts += 1;
      this.#raw.add(raw);
      if (this.upgrades === "ignored") return;
      if (this.upgrades === "refused") return void raw.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      this.#sockets.handleUpgrade(request, raw, head, (socket) => {
        const send = (frame: object) => socket.send(JSON.stringify(frame));
        const peer: Peer = {
          socket,
          url: request.url ?? "",
          protocols: request.headers["sec-websocket-protocol"] ?? "",
          frames: [],
          hello: (more = {}) => send({ name: "relay.hello", payload: { last_seq: 0, ...more }, seq: null }),
          say: (...messages) => messages.forEach(send),
        };
        socket.on("message", (data) => {
          peer.frames.push(JSON.parse(String(data)));
          this.#changed();
        });
        this.peers.push(peer);
        this.onPeer(peer);
        this.#changed();
      });
    });
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #changed(): void {
    for (const watcher of this.#watchers.splice(0)) watcher();
  }

  /** Resolves as soon as this holds; looked at whenever a stream or a frame came. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#watchers.push(resolve));
  }

  async stop(): Promise<void> {
    for (const raw of this.#raw) raw.destroy();
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}
