import type { Outlet } from "@/lib/relay/host/outlet";
import type { RelayError } from "@sess.si/protocol";

/** Who still listens to sessions that have left memory, until they are back. */
export class Parked {
  readonly #outlets = new Map<string, Outlet>();

  put(sessionId: string, outlet: Outlet): void {
    if (outlet.streams.size + outlet.firehoses.size > 0) this.#outlets.set(sessionId, outlet);
  }

  take(sessionId: string): Outlet | undefined {
    const outlet = this.#outlets.get(sessionId);
    this.#outlets.delete(sessionId);
    return outlet;
  }

  hangUp(sessionId: string, listenerId: string): void {
    const outlet = this.#outlets.get(sessionId);
    if (!outlet) return;
    outlet.streams.delete(listenerId);
    outlet.firehoses.delete(listenerId);
    if (outlet.streams.size + outlet.firehoses.size === 0) this.#outlets.delete(sessionId);
  }

  closeAll(error: RelayError): void {
    for (const outlet of this.#outlets.values()) outlet.close(error);
    this.#outlets.clear();
  }
}
