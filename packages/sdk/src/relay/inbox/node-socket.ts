import { WebSocket } from "ws";
import type { Clock } from "../../clock.js";
import type { WebSocketLike } from "./web-socket.js";

const PING_MS = 20_000;
const MAX_FRAME_BYTES = 16 * 1024 * 1024;

/** A WebSocket for a Node that has none. It asks for signs of life: a peer that vanished closes nothing. */
export function openNodeSocket(url: string, protocols: string[], clock: Clock): WebSocketLike {
  const socket = new WebSocket(url, protocols, { perMessageDeflate: false, maxPayload: MAX_FRAME_BYTES });
  socket.once("open", () => void watch(socket, clock));
  return socket;
}

async function watch(socket: WebSocket, clock: Clock): Promise<void> {
  const closed = new AbortController();
  let isAlive = true;
  const sign = () => void (isAlive = true);
  socket.on("pong", sign).on("ping", sign).on("message", sign);
  socket.once("close", () => closed.abort());
  for (;;) {
    await clock.sleep(PING_MS, closed.signal);
    if (closed.signal.aborted) return;
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }
}
