import type { Server } from "node:http";

/** Accepts nothing more and waits for what is in flight; what takes longer than the bound is cut off. */
export async function drainServer(server: Server, boundMs: number): Promise<void> {
  // The next reply on every open connection says that it is the last one.
  server.prependListener("request", (_, response) => response.setHeader("Connection", "close"));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const timer = setTimeout(() => server.closeAllConnections(), boundMs);
  await closed;
  clearTimeout(timer);
}
