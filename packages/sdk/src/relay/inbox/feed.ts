import type { SessError } from "../../error.js";

/** What a reader waits for. */
export interface Wanted {
  /** null: every event. */
  names: ReadonlySet<string> | null;
  /** By the clock. */
  until: number;
  signal: AbortSignal;
}

/**
 * One of the two ways in which events come. Both promise the same: events arrive in the mailbox, in order; what breaks
 * on the way is mended with the ledger's cursor; what cannot be mended is thrown.
 */
export interface Feed {
  /**
   * Resolves when it is worth a look into the mailbox: something came, the time is up, or the signal ended. Gives the
   * failure when the relay could not be asked, and throws what no new connection can mend.
   */
  more(wanted: Wanted): Promise<SessError | null>;
}
