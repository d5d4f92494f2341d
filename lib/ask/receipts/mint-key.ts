import { sealKey } from "@/lib/ask/receipts/sealed-key";
import type { ServerSecret } from "@/lib/server-secret";
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";

export interface MintedKey {
  kid: string;
  publicJwk: Record<string, string>;
  sealedPrivateJwk: string;
}

export async function mintReceiptKey(secret: ServerSecret): Promise<MintedKey> {
  const pair = await generateKeyPair("EdDSA", { crv: "Ed25519", extractable: true });
  const { kty = "", crv = "", x = "" } = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint({ kty, crv, x });
  return {
    kid,
    publicJwk: { kty, crv, x, kid, alg: "EdDSA", use: "sig" },
    sealedPrivateJwk: sealKey(secret, kid, await exportJWK(pair.privateKey)),
  };
}
