import { importJWK, type CryptoKey } from "jose";

type Jwk = Record<string, unknown>;

/** The keys of a set that can verify receipts, by id. Others are left out: a set may grow kinds this package does not know. */
export async function importKeys(jwks: readonly Jwk[]): Promise<Map<string, CryptoKey>> {
  const keys = new Map<string, CryptoKey>();
  for (const jwk of jwks) {
    const kid = jwk["kid"];
    if (typeof kid !== "string" || kid === "" || keys.has(kid) || !isReceiptKey(jwk)) continue;
    const key = await importOne(jwk);
    if (key) keys.set(kid, key);
  }
  return keys;
}

function isReceiptKey(jwk: Jwk): boolean {
  const { kty, crv, x, d, use, alg } = jwk;
  return (
    kty === "OKP" &&
    crv === "Ed25519" &&
    typeof x === "string" &&
    d === undefined &&
    (use === undefined || use === "sig") &&
    (alg === undefined || alg === "EdDSA" || alg === "Ed25519")
  );
}

async function importOne(jwk: Jwk): Promise<CryptoKey | null> {
  try {
    const key = await importJWK({ kty: "OKP", crv: "Ed25519", x: String(jwk["x"]) }, "EdDSA");
    return key instanceof Uint8Array ? null : key;
  } catch {
    return null;
  }
}
