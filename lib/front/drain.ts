import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

export interface Drain {
  /** Accepts nothing more and waits for what is in flight; what takes longer than the bound is cut off. */
  run(boundMs: number): Promise<void>;
}

/** Knows the replies in flight, to tell each client that its connection ends with this one. */
export function createDrain(server: Server): Drain {
  const inFlight = new Set<ServerResponse>();
  const upgraded = new Set<Duplex>();
  let draining = false;
  server.prependListener("request", (_, response: ServerResponse) => {
    inFlight.add(response);
    if (draining) lastOne(response);
    response.once("close", () => {
      inFlight.delete(response);
      // A client that keeps its connection open for a next request would hold the process up.
      if (draining) server.closeIdleConnections();
    });
  });
  // The server forgets these, and would wait for them forever.
  server.prependListener("upgrade", (_, socket: Duplex) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
  });
  return {
    run: async (boundMs) => {
      draining = true;
      inFlight.forEach(lastOne);
      upgraded.forEach((socket) => socket.destroy());
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const timer = setTimeout(() => server.closeAllConnections(), boundMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

function lastOne(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}
