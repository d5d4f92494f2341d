import type { RateKind, RelayRates } from "@/lib/relay/ports";
import { RelayError, type RelayLimits } from "@sess.si/protocol";

/** What takes one of a name's tokens, and says after how many seconds there is the next; 0: it had one. */
export interface TokenSource {
  take(name: string, rate: { burst: number; perMinute: number }): number;
}

/** How often one caller may do what costs the relay, or others, something. */
export function createRates(limits: RelayLimits, source: TokenSource): RelayRates {
  const perMinute: Record<RateKind, number> = {
    create: limits.session_creates_per_minute,
    join: limits.joins_per_minute,
    note: limits.notes_per_minute,
  };
  return {
    count: (kind, name) => {
      const allowed = perMinute[kind];
      const seconds = source.take(`${kind} ${name}`, { burst: allowed, perMinute: allowed });
      if (seconds === 0) return;
      const details = { limit: allowed };
      throw new RelayError("rate_limited", `At most ${allowed} a minute: try again later.`, details, seconds);
    },
  };
}
