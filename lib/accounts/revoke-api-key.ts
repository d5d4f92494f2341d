import type { AccountPorts } from "@/lib/accounts/ports";

/** Ends a key of this workspace at once. False when it has no such key. */
export function revokeApiKey(accounts: AccountPorts, workspaceId: string, keyId: string): Promise<boolean> {
  return accounts.store.revokeKey(workspaceId, keyId);
}
