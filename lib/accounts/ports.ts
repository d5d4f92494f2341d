import type { PlanName } from "@/lib/accounts/plans";
import type { Scope } from "@sess.si/protocol";

/** What the account verbs need from outside; `lib/runtime.ts` builds it once. */
export interface AccountPorts {
  store: AccountStore;
}

/** A key that may be used now: neither expired nor revoked, by the database's clock. */
export interface LiveKey {
  id: string;
  name: string;
  workspaceId: string;
  plan: PlanName;
  scopes: Scope[];
}

/** A key as it is stored. */
export interface NewApiKey {
  id: string;
  workspaceId: string;
  name: string;
  hint: string;
  keySha256: string;
  scopes: readonly Scope[];
  createdBy: string | null;
  expiresAt: number | null;
}

/** Everything that a first start makes. */
export interface FirstOwner {
  workspace: { id: string; name: string; plan: PlanName };
  user: { id: string; email: string | null };
  key: NewApiKey;
}

/** Workspaces, their people and their keys. */
export interface AccountStore {
  /** Reads the database at every call, so that a revocation holds from the next request on. */
  findLiveKey(keySha256: string): Promise<LiveKey | null>;
  /** Remembers that the key was used, some time later and at most once a minute. */
  noteUse(keyId: string): void;
  createWorkspace(workspace: { id: string; name: string; plan: PlanName }): Promise<void>;
  insertKey(key: NewApiKey): Promise<void>;
  /** False when the workspace has no such key. */
  revokeKey(workspaceId: string, keyId: string): Promise<boolean>;
  /** Creates all of it unless there is an owner already; says whose workspace it is. Several processes may try at once. */
  insertFirstOwner(owner: FirstOwner): Promise<{ workspaceId: string; userId: string; created: boolean }>;
  /** Writes what `noteUse` still holds. */
  close(): Promise<void>;
}
