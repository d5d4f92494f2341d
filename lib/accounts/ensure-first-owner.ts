import { mintApiKey } from "@/lib/accounts/api-key";
import type { AccountPorts } from "@/lib/accounts/ports";
import { randomId } from "@/lib/ask/ids";
import { SCOPES } from "@sess.si/protocol";

/** Whose installation this is. */
export interface FirstOwnerResult {
  workspaceId: string;
  userId: string;
  created: boolean;
  /** Only when it was created just now: nobody can show it again. */
  apiKey: string | null;
}

/** The name of a key is who the person sees asking. */
export const FIRST_KEY = "Your agent";

/** The first start of an installation: one workspace, its owner and a key with all scopes, made once. */
export async function ensureFirstOwner(
  accounts: AccountPorts,
  options: { email?: string | undefined; workspaceName?: string | undefined } = {},
): Promise<FirstOwnerResult> {
  const workspaceId = randomId("ws");
  const userId = randomId("usr");
  const scopes = SCOPES;
  const { apiKey, row } = mintApiKey({ workspaceId, name: FIRST_KEY, scopes, createdBy: userId, expiresAt: null });
  const result = await accounts.store.insertFirstOwner({
    workspace: { id: workspaceId, name: options.workspaceName ?? "My workspace", plan: "embedded" },
    user: { id: userId, email: options.email?.trim() || null },
    key: row,
  });
  return { ...result, apiKey: result.created ? apiKey : null };
}
