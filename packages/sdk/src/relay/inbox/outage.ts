import type { Clock } from "../../clock.js";
import type { SessError } from "../../error.js";

/** Told to whoever wants to know whether the relay can be reached. */
export type ConnectionState = "lost" | "back";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** How long the relay has been out of reach, and when to try again. */
export class Outage {
  readonly listeners = new Set<(state: ConnectionState) => void>();
  readonly #clock: Clock;
  /** It has been reached at least once. */
  wasReached = false;
  #failures = 0;
  #isLost = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Milliseconds until the next try: any moment up to a bound that doubles, so that a crowd which lost its relay at one
   * moment does not come back at one moment.
   */
  failed(error?: SessError): number {
    this.#failures += 1;
    this.#tell("lost");
    const bound = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.#failures - 1, 16));
    return Math.max(error?.retryAfterMs ?? 0, bound * this.#clock.random());
  }

  /** The relay can be reached. */
  reached(): void {
    this.wasReached = true;
    this.#tell("back");
  }

  /** It could be reached for long enough to begin anew. */
  recovered(): void {
    this.#failures = 0;
  }

  #tell(state: ConnectionState): void {
    const isLost = state === "lost";
    if (this.#isLost === isLost) return;
    this.#isLost = isLost;
    for (const listener of this.listeners) listener(state);
  }
}
