import { once } from "node:events";
import { WebSocket } from "ws";

export interface Socket {
  /** Called with every frame that nobody waits for. */
  onText: (text: string) => void;
  /** The next frame. */
  next(): Promise<string>;
  send(text: string): void;
  close(): void;
}

/** A WebSocket that does as little as possible with what comes. */
export async function openSocket(url: string, protocols: string[] = []): Promise<Socket> {
  const socket = new WebSocket(url.replace(/^http/, "ws"), protocols, { perMessageDeflate: false });
  let waiter: ((text: string) => void) | null = null;
  const opened: Socket = {
    onText: () => {},
    next: () => new Promise((resolve) => (waiter = resolve)),
    send: (text) => socket.send(text),
    close: () => socket.terminate(),
  };
  socket.on("message", (data) => {
    const text = String(data);
    const take = waiter ?? opened.onText;
    waiter = null;
    take(text);
  });
  await once(socket, "open");
  return opened;
}
