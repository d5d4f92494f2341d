import { RECEIPT_TYPE, ReceiptClaims } from "@sess.si/protocol";
import { compactVerify, decodeProtectedHeader, errors, type CryptoKey } from "jose";
import type { KeySet } from "./key-set.js";
import { VerificationError } from "./verification-error.js";

const ALGORITHM = "EdDSA";

/** The claims of a receipt whose signature is Sess's own. What they claim is not checked here. */
export async function openReceipt(keySet: KeySet, receipt: string): Promise<ReceiptClaims> {
  const key = await keySet.find(readKeyId(receipt));
  return readClaims(await verifiedPayload(receipt, key));
}

function readKeyId(receipt: string): string {
  const { typ, alg, kid } = readHeader(receipt);
  if (typ === RECEIPT_TYPE && alg === ALGORITHM && typeof kid === "string" && kid !== "") return kid;
  throw new VerificationError(
    "RECEIPT_HEADER_INVALID",
    `The receipt's header is not that of a ${RECEIPT_TYPE} by ${ALGORITHM}.`,
  );
}

function readHeader(receipt: string) {
  try {
    return decodeProtectedHeader(receipt);
  } catch {
    throw malformed();
  }
}

async function verifiedPayload(receipt: string, key: CryptoKey): Promise<Uint8Array> {
  try {
    return (await compactVerify(receipt, key, { algorithms: [ALGORITHM] })).payload;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) {
      throw new VerificationError("SIGNATURE_INVALID", "The receipt's signature does not verify.");
    }
    throw malformed();
  }
}

function malformed(): VerificationError {
  return new VerificationError("RECEIPT_MALFORMED", "The receipt is not a compact JWS.");
}

function readClaims(payload: Uint8Array): ReceiptClaims {
  const read = ReceiptClaims.safeParse(parseJson(payload));
  if (read.success) return read.data;
  throw new VerificationError("CLAIMS_INVALID", "The receipt does not claim what a receipt must.");
}

function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
  } catch {
    return null;
  }
}
