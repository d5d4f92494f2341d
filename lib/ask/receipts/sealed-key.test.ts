import { openKey, sealKey } from "@/lib/ask/receipts/sealed-key";
import { serverSecret } from "@/lib/server-secret";
import { expect, test } from "vitest";

const secret = serverSecret("a secret of thirty-two characters or more");
const jwk = { kty: "OKP", d: "private" };

test("what was sealed opens with the same secret and kid", () => {
  expect(openKey(secret, "k1", sealKey(secret, "k1", jwk))).toEqual(jwk);
});

test("another secret, another kid, a flipped bit and rubbish open nothing", () => {
  const sealed = sealKey(secret, "k1", jwk);
  const other = serverSecret("another secret of thirty-two characters");
  const bytes = Buffer.from(sealed, "base64url");
  bytes[20]! ^= 1;
  expect(openKey(other, "k1", sealed)).toBeNull();
  expect(openKey(secret, "k2", sealed)).toBeNull();
  expect(openKey(secret, "k1", bytes.toString("base64url"))).toBeNull();
  expect(openKey(secret, "k1", "")).toBeNull();
});

test("the same key sealed twice reads differently", () => {
  expect(sealKey(secret, "k1", jwk)).not.toBe(sealKey(secret, "k1", jwk));
});
