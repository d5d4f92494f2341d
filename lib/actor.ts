import type { PlanName } from "@/lib/accounts/plans";
import type { Scope } from "@sess.si/protocol";

/** Who is calling. The audit row says which. */
export type Actor =
  | { kind: "key"; keyId: string; keyName: string; workspaceId: string; plan: PlanName; scopes: readonly Scope[] }
  | { kind: "person" }
  | { kind: "system"; name: string };

/** An agent, by its API key. */
export type KeyActor = Extract<Actor, { kind: "key" }>;
