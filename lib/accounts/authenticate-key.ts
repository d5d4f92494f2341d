import { digestOfKey } from "@/lib/accounts/api-key";
import type { AccountPorts } from "@/lib/accounts/ports";
import type { Actor } from "@/lib/actor";
import { API_KEY_PREFIX, ProtocolError } from "@sess.si/protocol";

/** Who holds this key. Never from a cache: a key that was revoked is refused from that moment on. */
export async function authenticateKey(
  accounts: AccountPorts,
  bearer: string | undefined,
): Promise<Extract<Actor, { kind: "key" }>> {
  if (!bearer?.startsWith(API_KEY_PREFIX)) throw unauthorized();
  const key = await accounts.store.findLiveKey(digestOfKey(bearer));
  if (key === null) throw unauthorized();
  accounts.store.noteUse(key.id);
  const { id, name, workspaceId, plan, scopes } = key;
  return { kind: "key", keyId: id, keyName: name, workspaceId, plan, scopes };
}

function unauthorized(): ProtocolError {
  return new ProtocolError("unauthorized", "A valid API key is needed: Authorization: Bearer sess_sk_…");
}
