import type { ServerSecret } from "@/lib/server-secret";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a private key (AES-256-GCM), bound to its `kid`. */
export function sealKey(secret: ServerSecret, kid: string, privateJwk: object): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", secret.derive(PURPOSE), iv).setAAD(Buffer.from(kid));
  const body = Buffer.concat([cipher.update(JSON.stringify(privateJwk), "utf8"), cipher.final()]);
  return Buffer.concat([iv, body, cipher.getAuthTag()]).toString("base64url");
}

/** null: sealed under another secret, for another `kid`, or damaged. */
export function openKey(secret: ServerSecret, kid: string, sealed: string): Record<string, unknown> | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv("aes-256-gcm", secret.derive(PURPOSE), bytes.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(kid)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const body = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    return JSON.parse(body.toString("utf8")) as Record<string, unknown>;
  } catch {
    return null;
  }
}

const PURPOSE = "ask receipt keys";
