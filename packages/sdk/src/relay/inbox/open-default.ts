import type { Clock } from "../../clock.js";
import type { WebSocketLike } from "./web-socket.js";

/** The platform's own WebSocket where there is one; otherwise that of `ws`, which is loaded only then. */
export async function openDefault(url: string, protocols: string[], clock: Clock): Promise<WebSocketLike> {
  if (typeof globalThis.WebSocket === "function") return new globalThis.WebSocket(url, protocols);
  const { openNodeSocket } = await import("./node-socket.js");
  return openNodeSocket(url, protocols, clock);
}
