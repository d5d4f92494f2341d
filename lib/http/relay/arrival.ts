import type { Outgoing, ReplySocket } from "@/lib/http/ports";

/** What has to be told how its reply went. */
export interface Handed {
  finished(): void;
  failed(): void;
}

const lastOn = new WeakMap<ReplySocket, Handed>();

/**
 * Tells a hand-out whether its reply left this process whole. A socket that fails later takes the last one with it:
 * what the kernel had accepted may have got no further.
 */
export function watchArrival(handed: Handed, outgoing: Outgoing | undefined): void {
  // Called without a connection, the reply is in the caller's hands when it is made.
  if (outgoing === undefined) return handed.finished();
  if (outgoing.destroyed) return handed.failed();
  const { socket } = outgoing;
  let isWhole = false;
  outgoing.once("finish", () => {
    isWhole = true;
    handed.finished();
    if (socket) remember(socket, handed);
  });
  outgoing.once("close", () => {
    if (!isWhole) handed.failed();
  });
}

function remember(socket: ReplySocket, handed: Handed): void {
  const isKnown = lastOn.has(socket);
  lastOn.set(socket, handed);
  if (!isKnown) socket.once("error", () => lastOn.get(socket)?.failed());
}
