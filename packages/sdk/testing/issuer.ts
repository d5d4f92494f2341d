import { createHash, randomBytes } from "node:crypto";
import { canonicalJson } from "@sess.si/protocol";
import { CompactSign, exportJWK, generateKeyPair } from "jose";

export interface Issuer {
  jwk: Record<string, unknown>;
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
}

/** Signs receipts with a real key, as Sess does, and anything else that a test wants signed. */
export async function createIssuer(kid = `k${randomBytes(6).toString("hex")}`): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  return {
    jwk: { ...(await exportJWK(publicKey)), kid, use: "sig", alg: "EdDSA" },
    sign: (claims, header = {}) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
        .setProtectedHeader({ alg: "EdDSA", typ: "sess-receipt+jws", kid, ...header })
        .sign(privateKey),
  };
}

export function digest(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("base64url");
}
