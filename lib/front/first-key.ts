import { authenticateKey } from "@/lib/accounts/authenticate-key";
import { createApiKey } from "@/lib/accounts/create-api-key";
import { ensureFirstOwner, FIRST_KEY } from "@/lib/accounts/ensure-first-owner";
import type { AccountPorts } from "@/lib/accounts/ports";
import { readCredentials, writeCredentials } from "@/lib/front/credentials";
import { isProtocolError, SCOPES } from "@sess.si/protocol";

/** Makes sure that a client on this machine finds an address and a key that work; returns the key. */
export async function provideFirstKey(accounts: AccountPorts, dataDir: string, origin: string): Promise<string> {
  const kept = readCredentials(dataDir);
  if (kept !== null && (await works(accounts, kept.api_key))) {
    if (kept.origin !== origin) writeCredentials(dataDir, { ...kept, origin });
    return kept.api_key;
  }
  const owner = await ensureFirstOwner(accounts);
  // Of an owner who was there before, nobody can show the key again.
  const apiKey = owner.apiKey ?? (await replacementKey(accounts, owner));
  writeCredentials(dataDir, { origin, api_key: apiKey });
  return apiKey;
}

/** The key of the credentials file, if this database knows it. */
export async function findFirstKey(accounts: AccountPorts, dataDir: string): Promise<string | null> {
  const kept = readCredentials(dataDir);
  return kept !== null && (await works(accounts, kept.api_key)) ? kept.api_key : null;
}

async function works(accounts: AccountPorts, apiKey: string): Promise<boolean> {
  try {
    await authenticateKey(accounts, apiKey);
    return true;
  } catch (error) {
    if (isProtocolError(error) && error.code === "unauthorized") return false;
    throw error;
  }
}

async function replacementKey(accounts: AccountPorts, owner: { workspaceId: string; userId: string }): Promise<string> {
  const request = {
    workspaceId: owner.workspaceId,
    name: FIRST_KEY,
    scopes: SCOPES,
    createdBy: owner.userId,
    expiresAt: null,
  };
  return (await createApiKey(accounts, request)).apiKey;
}
