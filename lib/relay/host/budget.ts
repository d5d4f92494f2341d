import { relayFull } from "@/lib/relay/host/refusals";
import { RelayError, type RelayLimits } from "@sess.si/protocol";

/** What all sessions of the relay may take together. */
export class Budget {
  /** Payloads in RAM that somebody has not acknowledged. */
  bytes = 0;
  waits = 0;
  readonly #byAccount = new Map<string, number>();

  constructor(private readonly limits: RelayLimits) {}

  refuseSession(hot: number, accountId: string | null): void {
    const { max_hot_sessions: max, max_hot_sessions_per_account: own, max_buffer_bytes: room } = this.limits;
    if (hot >= max) throw relayFull("it has as many sessions as it can hold", max);
    if (this.bytes > room) throw relayFull("too much waits to be read", room);
    if (accountId !== null && (this.#byAccount.get(accountId) ?? 0) >= own)
      throw new RelayError("rate_limited", `Your account has its ${own} sessions: end one.`, { limit: own }, 30);
  }

  refuseWait(): void {
    const { max_waits: max } = this.limits;
    if (this.waits >= max) throw new RelayError("too_many_waits", "Too many waits are open.", { limit: max }, 1);
  }

  enter(accountId: string | null): void {
    if (accountId !== null) this.#byAccount.set(accountId, (this.#byAccount.get(accountId) ?? 0) + 1);
  }

  leave(accountId: string | null): void {
    if (accountId === null) return;
    const left = (this.#byAccount.get(accountId) ?? 1) - 1;
    if (left > 0) this.#byAccount.set(accountId, left);
    else this.#byAccount.delete(accountId);
  }
}
