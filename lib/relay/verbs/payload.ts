import { createHash } from "node:crypto";
import { byteLength } from "@/lib/relay/core/byte-length";
import type { RawJson } from "@/lib/relay/core/calls";
import type { RelayBody } from "@/lib/relay/ports";
import { canonicalJson, rawMember } from "@sess.si/protocol";

/** The payload as the text that came, so that big numbers and the order of keys survive; `null` where there is none. */
export function payloadOf({ text }: RelayBody): RawJson {
  const payload = rawMember(text, "payload") ?? "null";
  return { text: payload, bytes: byteLength(payload) };
}

/** The same for two bodies that say the same, whatever order their keys came in. */
export function fingerprintOf({ value, text }: RelayBody): string {
  return createHash("sha256")
    .update(canonical(value) ?? text)
    .digest("base64url");
}

/** Null for what is nested too deep, or holds text that has no UTF-8, to be spelled in a canonical way. */
function canonical(value: unknown): string | null {
  try {
    return canonicalJson(value);
  } catch {
    return null;
  }
}
