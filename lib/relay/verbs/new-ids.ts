import { randomBytes } from "node:crypto";
import { RELAY_TOKEN_PREFIXES, type RelayTokenKind } from "@sess.si/protocol";

/** 144 random bits or more: no id is a credential, and still none can be guessed. It tells whether a journal has it. */
export function newSessionId(isKept: boolean): string {
  return randomBytes(isKept ? 24 : 18).toString("base64url");
}

/** 192 random bits behind the prefix of its kind. It is shown once; only its digest is kept. */
export function newToken(kind: RelayTokenKind): string {
  return RELAY_TOKEN_PREFIXES[kind] + randomBytes(24).toString("base64url");
}

const ID_BYTES = 12;
let pool = Buffer.alloc(0);

/** Random too, and never a credential. A call to the source of randomness costs more than all else here. */
export function newId(prefix: "p" | "sn" | "sr" | "st" | "c"): string {
  if (pool.length < ID_BYTES) pool = randomBytes(ID_BYTES * 256);
  const id = pool.toString("base64url", 0, ID_BYTES);
  pool = pool.subarray(ID_BYTES);
  return `${prefix}-${id}`;
}
