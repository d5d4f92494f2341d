import type { NewApiKey } from "@/lib/accounts/ports";
import { randomId } from "@/lib/ask/ids";
import { API_KEY_PREFIX, type Scope } from "@sess.si/protocol";
import { createHash, randomBytes } from "node:crypto";

/** A key as it is asked for. */
export interface KeyRequest {
  workspaceId: string;
  name: string;
  scopes: readonly Scope[];
  createdBy: string | null;
  /** ms; null: until it is revoked. */
  expiresAt: number | null;
}

/** A key and the row that is kept of it: the key itself is shown once and never stored. */
export function mintApiKey(request: KeyRequest): { apiKey: string; row: NewApiKey } {
  const apiKey = API_KEY_PREFIX + randomBytes(24).toString("base64url");
  const row = { ...request, id: randomId("key"), hint: apiKey.slice(-4), keySha256: digestOfKey(apiKey) };
  return { apiKey, row };
}

/** What is stored of a key and looked up by. */
export function digestOfKey(apiKey: string): string {
  return createHash("sha256").update(apiKey).digest("base64url");
}
