import type { RelayLimits } from "@sess.si/protocol";

/** What the operator of a relay decides, for every session on it. */
export interface Rules {
  limits: RelayLimits;
  /** Whether this relay can keep a session beyond its memory. */
  persistence: boolean;
  /** Whether a participant that was halted may still send commands. */
  pausedMaySend: boolean;
}
