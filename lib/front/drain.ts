import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** Knows what is in flight, to end each connection at the right moment. */
export interface Drain {
  /** Accepts nothing more and waits for what is in flight; what takes longer than the bound is cut off. */
  run(boundMs: number): Promise<void>;
  /** A connection that is no longer HTTP: the server forgets it, and would wait for it forever. */
  hold(socket: Duplex): void;
  /** The replies on this connection that are not at their end, in the order of their requests. */
  repliesOn(socket: Duplex): ServerResponse[];
}

/** Watches every reply of the server, to tell each client that its connection ends with this one. */
export function createDrain(server: Server): Drain {
  const connections = new Map<Socket, Set<ServerResponse>>();
  const held = new Set<Duplex>();
  let draining = false;
  server.on("connection", (socket) => {
    // A connection that starts over is announced again.
    if (connections.has(socket)) return;
    const replies = new Set<ServerResponse>();
    connections.set(socket, replies);
    socket.once("close", () => {
      connections.delete(socket);
      // After Node has told the one whose turn it was.
      setImmediate(() => replies.forEach(giveUp));
    });
  });
  server.prependListener("request", ({ socket }, response: ServerResponse) => {
    const replies = connections.get(socket);
    if (draining) lastOne(response);
    replies?.add(response);
    response.once("close", () => {
      replies?.delete(response);
      // A client that keeps its connection open for a next request would hold the process up.
      if (draining) server.closeIdleConnections();
    });
  });
  return {
    run: async (boundMs) => {
      draining = true;
      connections.forEach((replies) => replies.forEach(lastOne));
      held.forEach((socket) => socket.destroy());
      // Browsers connect ahead of what they may ask for; to the server that is no idle connection.
      connections.forEach((_, socket) => socket.bytesRead === 0 && socket.destroy());
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          // Those too that the server has forgotten.
          connections.forEach((_, socket) => socket.destroy());
          resolve();
        }, boundMs);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    },
    hold: (socket) => {
      held.add(socket);
      socket.once("close", () => held.delete(socket));
    },
    repliesOn: (socket) => [...(connections.get(socket as Socket) ?? [])],
  };
}

function lastOne(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}

/** A reply that waited for its turn on a connection that broke: Node forgets it, and whoever works on it has to hear. */
function giveUp(response: ServerResponse): void {
  response.destroy();
  response.emit("close");
}
