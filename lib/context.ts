import type { Actor } from "@/lib/actor";
import type { AskPorts } from "@/lib/ask/ports";

/** What a verb gets from its door. `signal` ends when the caller hangs up. */
export interface Ctx {
  actor: Actor;
  ask: AskPorts;
  signal: AbortSignal;
  /** For a call that waits: throws once the caller's key has been revoked or has run out. */
  recheck?(): Promise<unknown>;
}
