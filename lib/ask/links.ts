import type { LinkKey } from "@/lib/ask/ports";
import type { ServerSecret } from "@/lib/server-secret";
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** 192 bits. */
const SECRET_BYTES = 24;
const TAG_BYTES = 16;

/** Link secrets and form nonces of this installation. */
export function createLinkKey(secret: ServerSecret): LinkKey {
  const linkKey = secret.derive("ask link");
  const nonceKey = secret.derive("ask form nonce");
  return {
    secretOf: (interactionId) => hmac(linkKey, interactionId).subarray(0, SECRET_BYTES).toString("base64url"),
    digest: (linkSecret) => createHash("sha256").update(linkSecret).digest("base64url"),
    mintNonce({ interactionId, revision, servedAt, deadline }) {
      const form = [interactionId, revision, servedAt, deadline, randomBytes(9).toString("base64url")].join(".");
      return `${form}.${tagOf(nonceKey, form).toString("base64url")}`;
    },
    readNonce(nonce) {
      const [, form, interactionId, revision, servedAt, deadline, tag] = NONCE.exec(nonce) ?? [];
      if (form === undefined || interactionId === undefined || tag === undefined) return null;
      if (!timingSafeEqual(tagOf(nonceKey, form), Buffer.from(tag, "base64url"))) return null;
      return { interactionId, revision: Number(revision), servedAt: Number(servedAt), deadline: Number(deadline) };
    },
  };
}

const NONCE = /^(([\w-]{1,80})\.(\d{1,9})\.(\d{1,15})\.(\d{1,15})\.[\w-]{12})\.([\w-]{22})$/;

function tagOf(key: Buffer, form: string): Buffer {
  return hmac(key, form).subarray(0, TAG_BYTES);
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
