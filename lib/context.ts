import type { PlanName } from "@/lib/accounts/plans";
import type { AskPorts } from "@/lib/ask/ports";
import type { Scope } from "@sess.si/protocol";

/** Who is calling. The audit row says which. */
export type Actor =
  | { kind: "key"; keyId: string; keyName: string; workspaceId: string; plan: PlanName; scopes: readonly Scope[] }
  | { kind: "person" }
  | { kind: "system"; name: string };

/** An agent, by its API key. */
export type KeyActor = Extract<Actor, { kind: "key" }>;

/** What a verb gets from its door. `signal` ends when the caller hangs up. */
export interface Ctx {
  actor: Actor;
  ask: AskPorts;
  signal: AbortSignal;
  /** For a call that waits: throws once the caller's key has been revoked or has run out. */
  recheck?(): Promise<unknown>;
}
