import type { KeyRow } from "@/lib/ask/receipts/key-rows";
import { openKey } from "@/lib/ask/receipts/sealed-key";
import type { ServerSecret } from "@/lib/server-secret";
import { createPrivateKey, type KeyObject } from "node:crypto";

export interface SigningKey {
  kid: string;
  signsFrom: number;
  key: KeyObject;
}

export interface KnownKeys {
  /** Those that this secret opens, the earliest first. */
  keys: SigningKey[];
  /** Whose turn it is at the read, if this secret opens it. */
  current: SigningKey | undefined;
  lookAgainAt: number;
}

/** A next key is public for a day before it signs, so a process that looks once an hour knows it in time. */
const LOOK_AGAIN_MS = 3_600_000;

export function openKeys(secret: ServerSecret, rows: KeyRow[]): KnownKeys {
  const now = rows[0]?.now ?? 0;
  const keys: SigningKey[] = [];
  for (const { kid, sealedPrivateJwk, signsFrom } of rows) {
    const jwk = sealedPrivateJwk === null ? null : openKey(secret, kid, sealedPrivateJwk);
    if (jwk) keys.push({ kid, signsFrom, key: createPrivateKey({ key: jwk, format: "jwk" }) });
  }
  return { keys, current: keys.findLast(({ signsFrom }) => signsFrom <= now), lookAgainAt: now + LOOK_AGAIN_MS };
}
