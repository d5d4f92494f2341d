import { type KeyRequest, mintApiKey } from "@/lib/accounts/api-key";
import type { AccountPorts } from "@/lib/accounts/ports";
import { ProtocolError, SCOPES } from "@sess.si/protocol";

const LONGEST_NAME = 100;

/** Makes a key for a workspace. `apiKey` is returned here and nowhere else ever again. */
export async function createApiKey(
  accounts: AccountPorts,
  request: KeyRequest,
): Promise<{ keyId: string; apiKey: string }> {
  const name = request.name.trim();
  if (name === "" || [...name].length > LONGEST_NAME) {
    throw new ProtocolError("invalid_arguments", `A key needs a name of 1 to ${LONGEST_NAME} characters.`, {
      field: "/name",
      limit: LONGEST_NAME,
    });
  }
  const scopes = SCOPES.filter((scope) => request.scopes.includes(scope));
  if (scopes.length === 0 || scopes.length !== new Set(request.scopes).size) {
    throw new ProtocolError("invalid_arguments", `Scopes are ${SCOPES.join(", ")}.`, { field: "/scopes" });
  }
  const { apiKey, row } = mintApiKey({ ...request, name, scopes });
  await accounts.store.insertKey(row);
  return { keyId: row.id, apiKey };
}
